// The shapes that only the browser knows; what Python sends, and is sent, stands in types.d.ts.

import type {
  Bar,
  Card,
  Choices,
  Coach,
  EventLine,
  Feedback,
  Move,
  PageCommands,
  Panel,
  Scene,
  Zone,
} from "./types.js";

/** A widget's model, as anywidget hands it to `render`. */
export interface Model {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, handler: (...values: any[]) => void): void;
  off(event: string, handler: (...values: any[]) => void): void;
  widget_manager?: any;
}

export interface Context {
  model: Model;
  el: HTMLElement;
}

/** One described element, as `h` makes it. */
export interface Described {
  tag: string;
  props: Props;
  kids: Child[];
}

export type Child = Described | string | number;

export type Kid = Child | null | undefined | boolean | Kid[];

export type Props = Record<string, any>;

export type Drawable = ChildNode & { tbKey?: string; tbProps?: Props };

/** What a scene is made of. References are texts such as "0.hand.3". */
export type Ref = string | null | undefined;

/** A map that may be asked for no reference at all, and then has nothing. */
export interface ByRef<T> extends Omit<Map<string, T>, "get" | "has"> {
  get(ref: Ref): T | undefined;
  has(ref: Ref): boolean;
}

/** A word of a picture's line, and a pose that persons are drawn in. */
export interface PictureWord {
  name: string;
  at: { x: number; y: number } | null;
  size: number;
  turn: number;
  flip: boolean;
  colour: string;
}

export interface Pose {
  head: number[];
  body: string;
  hands: [number, number, number, string][];
}

/** Anything drawn into an element of its own. `shown` comes from Python, `kept` is known to the browser alone. */
export interface Drawn {
  model: Model;
  root: HTMLElement;
  spoken: HTMLElement;
  draw(): void;
  shown: { words: Record<string, string> };
  inside?: any;
}

/** Where a reference points: a card or a zone of a player. */
export interface Place {
  card?: Card;
  zone: Zone | { title: string; role?: string };
  who: number;
}

export interface Index {
  from: ByRef<Move[]>;
  pick: ByRef<Move[]>;
  plain: Move[];
}

/** The stage: what follows from Python's traits. Never changed, only replaced. */
export interface Shown {
  scene: Scene;
  coach: Coach;
  events: EventLine[];
  bar: Bar;
  panel: Panel;
  words: Record<string, string>;
  mode: "lesson" | "play";
  index: Index;
  cards: ByRef<Place>;
}

/** The stage: what only the browser knows. */
export interface Kept {
  /** The card in hand, the target that several moves share, the kind chosen, the target pointed at. */
  selected: string | null;
  pair: string | null;
  kind: string | null;
  aim: string | null;
  /** The card that is in hand because it alone may act. */
  auto: string | null;
  /** A division as far as it is made. */
  shares: number[] | null;
  /** A move is on its way. */
  sent: boolean;
  /** The stamp of the scene in which a message was last sent. */
  acted?: number;
  /** The answer as far as it is given, and the cards picked in it. */
  choices: Choices | null;
  picked: Set<string>;
  /** zone -> the card that Tab comes to. */
  roving: Record<string, string>;
  /** The text view is open; the feedback of a phone is closed. */
  text: boolean;
  sheetClosed: boolean;
  /** The title of a panel that stays after every move, and that was put away on a phone. */
  sheetRead: string;
  /** The stamp of the attempt that is shown in grey, and of the last one that was. */
  ghost: number | null;
  haunted: number | null;
  /** A long press has just opened the reading card. */
  pressed: boolean;
  peekTimer?: ReturnType<typeof setTimeout>;
  /** It has been drawn before; what of it has been shaken, scrolled to and read out already. */
  drawn: boolean;
  versus: boolean | null;
  seen: {
    place?: string;
    feedback?: Feedback | null;
    hints?: number;
    film?: boolean;
    frame?: string;
    arrow?: number;
    shaken?: string;
  };
  /** How one moves between cards is being told; the scene as it was drawn last. */
  told: boolean;
  scene: Scene;
  /** How much smaller the board is drawn, and the room it had. */
  fit: number;
  room: number;
}

export interface Stage extends Drawn {
  el: HTMLElement;
  body: HTMLElement;
  peek: HTMLElement;
  phone: boolean;
  /** How wide the row of buttons may be. */
  room: number;
  draw(resized?: boolean): void;
  onBoardClick(event: MouseEvent): void;
  /** Watches what the arrow is measured from. */
  sizes: { look(): void; end(): void };
  shown: Shown;
  kept: Kept;
}

/** A page without a board. Each page knows its own data. */
export interface PageView extends Drawn {
  el: HTMLElement;
  body: HTMLElement;
  phone: boolean;
  narrow: boolean;
  shown: { data: any; bar: Bar; words: Record<string, string> };
  kept: any;
}

/** The phase graph. */
export interface GraphShown {
  picture: any;
  current: string;
  lane: string;
  notes: Record<string, string>;
  title: string;
  words: Record<string, string>;
  height: number;
  text: boolean;
  done: Set<string>;
  exits: Set<string>;
  path: Set<string>;
  home: Map<string, string>;
}

export interface GraphView extends Drawn {
  id: string;
  shown: GraphShown;
  kept: { focus: string | null };
}

/** A curve on the board: four points of a cubic, the tip, and how much is in its way. */
export interface Path {
  points: number[][];
  head: number[][];
  cost: number;
}

/** A rectangle on the board. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/** What Python has sent so far: a version, and the traits as they were in it. `asked`: the next one has to be whole. */
export interface Sent {
  version: number;
  data: Record<string, any>;
  asked: boolean;
}

/** The names of all commands that pages send. */
export type CommandName = NamesOf<PageCommands>;
type NamesOf<T> = T extends unknown ? keyof T & string : never;

/** What a command brings: on some pages one thing, on others of the same name another. */
export type CommandFacts<N extends CommandName> = FactsOf<PageCommands, N>;
type FactsOf<T, N extends string> = N extends string ? (T extends Record<N, infer Facts> ? Facts : never) : never;

/** The commands that may bring nothing. */
export type PlainCommand = { [N in CommandName]: {} extends CommandFacts<N> ? N : never }[CommandName];
