// The shapes that the scripts share. What Python sends is described beside the Python that makes it
// (tutor/boards, tutor/lessons); here stands what the scripts rely on.

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
export interface Figure {
  sign: string;
  value: string | number;
  word?: string;
  change?: number;
  was?: string | number;
  parts?: Part[];
}
/** One line of a sum: "+2", "Night Post". */
export interface Part {
  amount: string;
  text: string;
}
/** One figure of a running total; `of`: how much is needed, or there in all. */
export interface TallySide {
  name: string;
  mine: boolean;
  value: number;
  of?: number | null;
  parts: Part[];
}
export interface Tally {
  title: string;
  label: string;
  short: string;
  sides: TallySide[];
}
/** What is to be divided among which cards, each with the least and most it may have and what brings it down. */
export interface Division {
  amount: number;
  label: string;
  cards: { ref: string; name: string; least: number; most: number; needs?: number | null; share?: number }[];
  /** It has no end: every change is told at once. A new number begins it anew. */
  live?: number;
}
export interface Attribute {
  sign?: string;
  letter?: string;
  hue: string;
  title: string;
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
export interface Face {
  name: string;
  ja?: string;
  hue: string;
  picture: string;
  category?: string;
  cost?: string;
  type?: string;
  tab?: string;
  attributes: Attribute[];
  figures?: Figure[];
  rules?: string[];
}
export interface Counter {
  shape?: string;
  value: string | number;
  told?: string;
  title?: string;
}
export interface Kind {
  kind: string;
  label: string;
  targets?: boolean;
  /** The goal asks to try it: its button stands in sight. */
  asked?: boolean;
}
export interface Card {
  ref: string;
  face?: string | null;
  /** Which of the cards of its name it is, where the notation tells them apart. */
  number?: number;
  name?: string;
  label?: string;
  state?: string;
  turned?: number;
  down?: boolean;
  dim?: boolean;
  place?: string;
  figures?: Figure[];
  counters?: Counter[];
  tags?: string[];
  kinds?: Kind[];
  on?: Card[];
  under?: Card[];
}
/** Cards of a zone that are one thing together, in their order; `link`: what is between a card and the one before. */
export interface Group {
  id: string;
  name: string;
  label: string;
  hues: string[];
  /** What holds it together with its cards in another zone: "same" or "linked"; "" if it has none there. */
  tie: string;
  cards: { ref: string; link: string; hue: string }[];
}
export interface Zone {
  id: string;
  title: string;
  ja?: string;
  role: string;
  slot: string;
  size?: string;
  count?: number;
  outlines?: number;
  /** What the missing ones are called, if they were lost: "broken". */
  gone?: string;
  /** of `gone`: how many */
  lost?: number;
  target?: boolean;
  captions?: boolean;
  cards: Card[];
  limit?: string;
  heap?: { name: string; ja: string; count: number }[];
  groups?: Group[];
}
export interface Player {
  name: string;
  letter: string;
  note?: string;
  hand_count?: number;
  zones: Zone[];
  scores?: { word: string; ja?: string; sign: string; value: string | number; parts?: Part[]; low?: boolean }[];
  passed?: string;
  /** The groups of cards as lines, for the text view. */
  groups?: string[];
}
export interface Move {
  id: number;
  kind: string;
  label: string;
  text?: string;
  from?: string | null;
  to?: string | null;
  face?: string;
}
export interface Arrow {
  from: string;
  to: string[];
}
export interface Roll {
  by?: string;
  name: string;
  label: string;
  mine?: boolean;
  count?: string;
  dice: { ref: string; value: string | number; hit?: boolean }[];
}
export interface Phase {
  id: string;
  title: string;
  state: string;
  steps?: Phase[];
}
export interface Scene {
  stamp?: number;
  quiet?: boolean;
  now?: string;
  turn?: { label?: string };
  question?: { title: string; text: string };
  /** The answers to a question, in place of the moves. */
  answers?: Control[];
  /** The moves that may stand out: a move that loses never does. */
  primary?: number[];
  ghost?: { text: string; arrow?: Arrow } | null;
  arrow?: Arrow | null;
  marks?: Record<string, string>;
  kinds?: Record<string, Kind[]>;
  dice?: Roll[];
  tallies?: Tally[];
  divide?: Division | null;
  /** What is asked of the target of a kind of move ("Who casts it?"). */
  aims?: Record<string, string>;
  phases?: Phase[];
  moves: Move[];
  players: Player[];
  faces: Record<string, Face>;
}

/** What the coach says. */
export interface Clause {
  id: string;
  title?: string;
  text?: string;
}
export interface Fact {
  head?: string;
  fact: string;
  repair?: string;
  clause?: string;
  clause_title?: string;
  clause_text?: string;
}
export interface Option {
  id: string | number;
  text: string;
  state?: string;
  picked?: boolean;
}
export interface Item extends Option {
  ref?: string;
  /** The card it is about, where that is no answer by itself. */
  at?: string | null;
  ask?: string;
  note?: string;
  options: Option[];
}
export interface Choices {
  mode: string;
  title?: string;
  note?: string;
  /** The step is done: nothing can be changed. */
  closed?: boolean;
  items: Item[];
  facts?: Fact[];
}
export interface Control {
  name: string;
  label: string;
  href?: string;
  enabled?: boolean;
  primary?: boolean;
  title?: string;
}
export interface Feedback {
  tone: string;
  title: string;
  tried?: string;
  say?: string;
  principle?: string;
  facts?: Fact[];
}
/** What one thought beside what happens. */
export interface VersusZone {
  title: string;
  note: string;
  gone: string[];
  cards: Card[];
}
export interface VersusSide {
  name: string;
  sign: string;
  title: string;
  zones: VersusZone[];
  lines: { text: string; clause: string }[];
}
export interface Versus {
  text: string;
  clause: Clause;
  sides: VersusSide[];
  before?: { title: string; text: string; zones: VersusZone[] };
  faces: Record<string, Face>;
}
export interface Coach {
  kind?: string;
  place?: string;
  title?: string;
  text?: string;
  goal?: string;
  ticks?: { text: string; done: boolean }[];
  feedback?: Feedback | null;
  beside?: Versus | null;
  hints?: { names?: string[]; shown?: { text: string; clauses?: Clause[] }[] } | null;
  controls?: Control[];
  choices?: Choices | null;
  about?: { title: string; text: string; rows: { label: string; text?: string; level?: number; tags?: string[] }[] };
}
export interface Answer {
  n?: number;
  title?: string;
  text?: string;
  clauses?: Clause[];
}
export interface Event_ {
  n: number;
  head?: string;
  text: string;
  clause?: string;
  who?: string;
}
export interface Bar {
  home?: string;
  crumbs?: { text: string; href?: string }[];
  steps?: { title?: string; state: string }[];
  fixed?: boolean;
  links?: { text: string; href: string }[];
  back?: string;
}
export interface Panel {
  kind?: string;
  title?: string;
  at?: number | null;
  end?: number | null;
  answer?: Answer | null;
  strip?: { title: string; rounds: { call: number; again: boolean; frames: Frame[] }[] };
}
/** One row of a procedure, with the numbers of the events in it. */
export interface Frame {
  row: string;
  title: string;
  clause?: string;
  events: number[];
  state: "now" | "done" | "later";
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
  events: Event_[];
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
  /** The answer as far as it is given, and the cards picked in it. */
  choices: Choices | null;
  picked: Set<string>;
  /** zone -> the card that Tab comes to. */
  roving: Record<string, string>;
  /** The text view is open; the feedback of a phone is closed. */
  text: boolean;
  sheetClosed: boolean;
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
export interface SentPatch {
  base: number;
  change: Patch;
}

/** A difference of two JSON values; see tutor/boards/patches.py. */
export type Patch =
  | { set: unknown }
  | { in: Record<string, Patch>; out?: string[] }
  | { list: ([number, number] | { at?: number; to?: Patch; new?: unknown })[] };
