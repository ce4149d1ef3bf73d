// Made from the declarations in tutor/messages and in the pages, by `python3 run.py scripts`: do not edit.
// What only the browser knows is declared in inside.d.ts.

export * from "./inside.js";

/** One line of a sum: "+2", "Night Post". */
export interface Part {
  amount: string;
  text: string;
}

/** A figure of a card, with the lines of its sum. */
export interface Figure {
  sign: string;
  value: string | number;
  word?: string;
  change?: number;
  was?: string | number;
  parts?: Part[];
}

/** One figure of a running total. */
export interface TallySide {
  name: string;
  mine: boolean;
  value: number;
  /** How much is needed, or the total. */
  of: number | null;
  parts: Part[];
}

/** A running total, such as "8 against 6". */
export interface Tally {
  title: string;
  label: string;
  short: string;
  sides: TallySide[];
}

/** A card that has a share in a division: the least and most it may have, and how much destroys it. */
export interface DivisionCard {
  ref: string;
  name: string;
  least: number;
  most: number;
  needs?: number | null;
  share?: number;
}

/** What is to be divided among which cards. */
export interface Division {
  amount: number;
  label: string;
  cards: DivisionCard[];
  /** It never closes: every change is sent at once. A new number restarts it. */
  live?: number;
}

/** An attribute of a card. */
export interface Attribute {
  sign?: string;
  letter?: string;
  hue: string;
  title: string;
}

/** The printed face of a card. */
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

/** Counters on a card. */
export interface Counter {
  shape?: string;
  value: string | number;
  told?: string;
  title?: string;
}

/** A kind of action that a card may be tried for. */
export interface Kind {
  kind: string;
  label: string;
  targets?: boolean;
  /** The goal asks to try it: its button is visible. */
  asked?: boolean;
}

/** A card on the table. */
export interface Card {
  ref: string;
  face?: string | null;
  /** Its number among the cards of its name, if the notation needs it. */
  number?: number;
  name?: string;
  label?: string;
  state?: string;
  turned?: number;
  down?: boolean;
  dim?: boolean;
  place?: string;
  /** It does not count among the cards of its zone. */
  beside?: boolean;
  figures?: Figure[];
  counters?: Counter[];
  tags?: string[];
  kinds?: Kind[];
  on?: Card[];
  under?: Card[];
}

/** A card of a group; `link`: the sign between it and the one before. */
export interface GroupCard {
  ref: string;
  link: string;
  hue: string;
}

/** Cards of a zone that form one thing, in their order. */
export interface Group {
  id: string;
  name: string;
  label: string;
  hues: string[];
  /** What links it to its cards in another zone: "same" or "linked"; "" if it has none there. */
  tie: string;
  cards: GroupCard[];
}

/** Equal cards of a pile. */
export interface HeapRow {
  name: string;
  ja: string;
  count: number;
}

/** A zone of a player. */
export interface Zone {
  id: string;
  title: string;
  ja?: string;
  role: string;
  slot: string;
  size?: string;
  count?: number;
  outlines?: number;
  /** The word for missing ones, if they were lost: "broken". */
  gone?: string;
  /** of `gone`: their number */
  lost?: number;
  target?: boolean;
  captions?: boolean;
  cards: Card[];
  limit?: string;
  heap?: HeapRow[];
  groups?: Group[];
}

/** A score beside the name of a player. */
export interface Score {
  word: string;
  ja?: string;
  sign: string;
  value: string | number;
  parts?: Part[];
  low?: boolean;
}

/** One player's half of the table. */
export interface Player {
  name: string;
  letter: string;
  note?: string;
  hand_count?: number;
  zones: Zone[];
  scores?: Score[];
  passed?: string;
  /** The groups of cards as lines, for the text view. */
  groups?: string[];
}

/** A legal move: its number, and the references a click starts and ends at. */
export interface Move {
  id: number;
  kind: string;
  label: string;
  text?: string;
  from?: string | null;
  to?: string | null;
  face?: string | null;
}

/** An arrow from a card to others. */
export interface Arrow {
  from: string;
  to: string[];
  kind?: string;
}

/** A die; `hit`: it counts. */
export interface Die {
  ref: string;
  value: string | number;
  hit?: boolean;
}

/** The dice of one player. */
export interface Roll {
  by?: string;
  name: string;
  label: string;
  mine?: boolean;
  count?: string;
  dice: Die[];
}

/** A phase of the strip, or a step in it. */
export interface Phase {
  id: string;
  title: string;
  ja?: string;
  state: string;
  steps?: Phase[];
}

/** The current moment, in words. */
export interface Turn {
  number?: number;
  label?: string;
}

/** The question of a step. */
export interface Question {
  title: string;
  text: string;
}

/** An attempt that was refused, drawn in grey. */
export interface Ghost {
  text: string;
  arrow?: Arrow | null;
}

/** A button; `name`: the command that it sends. */
export interface Control {
  name: string;
  label: string;
  href?: string;
  enabled?: boolean;
  primary?: boolean;
  title?: string;
}

/** A card in hand, and what is wanted of it. */
export interface Held {
  kind: string | null;
  ref: string | null;
}

/** A table with nothing lit: every card and place can be clicked, legal or not. */
export interface Unlit {
  /** A click on a card is a try at once. */
  pick: boolean;
  /** What can be tried without a card. */
  verbs: Kind[];
  /** What the last click left open: it stays in hand. */
  held?: Held;
}

/** The table as one player sees it. */
export interface Scene {
  stamp?: number;
  viewer?: number;
  quiet?: boolean;
  /** Every card can be moved, so none is marked for it. */
  free?: boolean;
  now?: string;
  turn?: Turn;
  question?: Question | null;
  /** The answers to a question, instead of the moves. */
  answers?: Control[];
  /** The moves that may be highlighted: never a losing one. */
  primary?: number[];
  ghost?: Ghost | null;
  arrow?: Arrow | null;
  marks?: Record<string, string>;
  kinds?: Record<string, Kind[]>;
  dice?: Roll[];
  tallies?: Tally[];
  divide?: Division | null;
  /** The question about the target of a kind of move ("Who casts it?"). */
  aims?: Record<string, string>;
  unlit?: Unlit;
  phases?: Phase[];
  moves: Move[];
  players: Player[];
  faces: Record<string, Face>;
}

/** A clause of the rulebook. */
export interface Clause {
  id: string;
  title?: string;
  text?: string;
}

/** A fact with its clause, and its repair. */
export interface Fact {
  head?: string;
  fact: string;
  repair?: string;
  clause?: string;
  clause_title?: string;
  clause_text?: string;
}

/** An option to choose. */
export interface Option {
  id: string | number;
  text: string;
  state?: string;
  picked?: boolean;
}

/** A part of a question, with its options. */
export interface Item {
  id: string | number;
  text: string;
  state?: string;
  picked?: boolean;
  /** Its place among those picked, where their order counts. */
  rank?: number;
  ref?: string;
  /** The card it is about, if the card alone is no answer. */
  at?: string | null;
  ask?: string;
  note?: string;
  options?: Option[];
}

/** The options of a question. */
export interface Choices {
  mode: string;
  title?: string;
  note?: string;
  /** The step is done: nothing can be changed. */
  closed?: boolean;
  /** The board is where the answer is given: the list is there for those who do not point. */
  brief?: boolean;
  items: Item[];
  facts?: Fact[];
}

/** The reaction to a click. */
export interface Feedback {
  tone: string;
  title: string;
  tried?: string;
  say?: string;
  principle?: string;
  facts?: Fact[];
}

/** A zone in a comparison. */
export interface VersusZone {
  title: string;
  note: string;
  gone: string[];
  cards: Card[];
}

/** What happens, with its clause. */
export interface VersusLine {
  text: string;
  clause: string;
}

/** One of two continuations: the learner's expectation, or what happens. */
export interface VersusSide {
  name: string;
  sign: string;
  title: string;
  zones: VersusZone[];
  lines: VersusLine[];
}

/** The table before the two games part. */
export interface VersusBefore {
  title: string;
  text: string;
  zones: VersusZone[];
}

/** The learner's expectation beside what happens. */
export interface Versus {
  text: string;
  clause: Clause;
  sides: VersusSide[];
  before?: VersusBefore;
  faces: Record<string, Face>;
}

/** A part of a goal. */
export interface Tick {
  text: string;
  done: boolean;
}

/** A hint that was asked for. */
export interface Hint {
  title?: string;
  text: string;
  clauses?: Clause[];
}

/** The names of all hints, and those shown. */
export interface Hints {
  names?: string[];
  shown?: Hint[];
}

/** A line of a summary. */
export interface AboutRow {
  label: string;
  text?: string;
  level?: number;
  tags?: string[];
}

/** A summary of a sitting, or facts about a step. */
export interface About {
  title: string;
  text: string;
  rows: AboutRow[];
}

/** The coach beside the table: task, answer, hints, controls. */
export interface Coach {
  kind?: string;
  place?: string;
  title?: string;
  text?: string;
  goal?: string;
  ticks?: Tick[];
  feedback?: Feedback | null;
  beside?: Versus | null;
  hints?: Hints | null;
  controls?: Control[];
  choices?: Choices | null;
  about?: About | null;
}

/** A clause that was opened; `n`: the number of the event where it was opened. */
export interface Answer {
  n?: number;
  title?: string;
  text?: string;
  clauses?: Clause[];
}

/** An event as a line; a heading has only `head`. */
export interface EventLine {
  n?: number;
  head?: string;
  text?: string;
  clause?: string;
  who?: string;
}

/** A link to another page. */
export interface Link {
  text: string;
  href: string;
}

/** A page above this one; without `href` this one itself. */
export interface Crumb {
  text: string;
  href?: string;
}

/** A step of the lesson. */
export interface Dot {
  title?: string;
  state: string;
}

/** The line at the top. Without crumbs and steps only the two switches are shown. */
export interface Bar {
  home?: string;
  crumbs?: Crumb[];
  steps?: Dot[];
  /** The other steps cannot be opened. */
  fixed?: boolean;
  links?: Link[];
  /** Text of a button that leaves the board; it sends the command `new`. */
  back?: string;
}

/** One row of a procedure, with the numbers of the events in it. */
export interface Frame {
  row: string;
  title: string;
  clause?: string;
  events: number[];
  state: "now" | "done" | "later";
}

/** One run of a procedure, such as a check; `again`: it is repeated. */
export interface Round {
  call: number;
  again: boolean;
  frames: Frame[];
}

/** A procedure in slow motion. */
export interface Strip {
  title: string;
  rounds: Round[];
}

/** How the events are shown: watched like a film, or as a log. */
export interface Panel {
  kind?: string;
  title?: string;
  at?: number | null;
  end?: number | null;
  answer?: Answer | null;
  strip?: Strip;
}

/** An element of a list: its place `at` and its change `to`; or a `new` one. */
export interface PatchPart {
  at?: number;
  to?: Patch;
  new?: unknown;
}

/** A difference of two JSON values: one of `set`, `in` (perhaps with `out`) and `list`; see tutor/boards/patches.py. */
export interface Patch {
  set?: unknown;
  in?: Record<string, Patch>;
  out?: string[];
  list?: (number[] | PatchPart)[];
}

/** A patch of the stage's traits; `base`: the version it belongs to. */
export interface SentPatch {
  base: number;
  change: Patch;
}

/** A legal move, by its number in the scene. */
export interface MoveClick {
  type: "move";
  stamp: number;
  id: number;
}

/** A division: the share of each card, in the order of the scene. */
export interface DivideClick {
  type: "divide";
  stamp: number;
  shares: number[];
}

/** An attempt that is no legal move: a kind of action, a card and a target; null for what the click leaves open. */
export interface TryClick {
  type: "try";
  stamp: number;
  kind?: string | null;
  from?: string | null;
  to?: string | null;
}

/** The answer to a question, perhaps incomplete. */
export interface AnswerClick {
  type: "answer";
  stamp: number;
  picks: (string | number)[] | Record<string, string | number>;
}

/** A control. */
export interface CommandClick {
  type: "command";
  stamp: number;
  name: string;
  /** Of `seek` and `goto`: the event or step to go to. */
  to?: number;
  /** Of `clause`: the clause to open. */
  id?: string;
  /** Of `why`: the number of the event. */
  n?: number;
}

/** A deck, and the result of checking it. */
export interface CheckedDeck {
  legal: boolean;
  verdict: string;
  reasons: Fact[];
  cards: string[];
}

/** A file that was handed in; without a text it is too large to be sent, without a name it was pasted. */
export interface DroppedFile {
  name?: string;
  text?: string | null;
}

/** What the stage sends. */
export type StageClick = MoveClick | DivideClick | TryClick | AnswerClick | CommandClick;

/** Answered by tutor.classroom.ask_page.AskTheClass. */
export interface AskCommands {
  /** Count the answers that have come in; sent every second. */
  tick: {};
  /** Choose among the questions of another game. */
  game: { game: string };
  /** Choose among the questions of another chapter. */
  chapter: { chapter: string };
  /** Take down how many cards were raised for each answer; a text that is not a number is refused in words. */
  cards: { counts: Record<string, unknown> };
  /** Hide how many have answered, or show it again. */
  hide: {};
  /** Show the answers before the right one is revealed, or hide them again. */
  counts: {};
  /** Close the round. */
  close: {};
  /** Close the round and tell what is right. */
  close_and_play: {};
  /** Ask the same question in another round. */
  again: {};
  /** Show what the engine does with an answer, once the right one is revealed. */
  play: { letter: string };
  /** Go to a moment of what is played. */
  seek: { to: number };
  /** Choose another question. */
  other: {};
  /** Put a question to the class. Raises DataError for an unknown one. */
  ask: { id: string };
  /** Reveal the right answer, and play it. */
  tell: {};
}

/** Answered by tutor.pages.rulebook.RulebookReader. */
export interface BookCommands {
  /** Open an entry. */
  open: { id: string };
  /** Show a demonstration of the open entry, by its number. */
  demo: { id: string };
}

/** Answered by tutor.classroom.card_page.CardDesign. */
export interface DesignCardCommands {
  /** Write a value into the card; its form judges it. */
  put: { at: string; value: string | number | boolean | string[] | null };
  /** Add an ability or a verb. */
  add: { at: string };
  /** Take an ability or a verb away. */
  take: { at: string };
  /** Design a card for another game. */
  game: { id: string };
  /** Begin with a card like a printed one. */
  like: { id: string };
  /** Open the text of a file, of one that is too large no text; `kept` : it was in the browser. */
  open: { text: string | null; file?: string; kept?: boolean };
  /** Edit another card of the set; the number after the last adds one. A card alone becomes a set of two. */
  card: { at: number };
  /** Keep the card, or the set it is of, among the user's own cards. */
  keep_set: {};
  /** Hand in the card, in a class. */
  hand_in: {};
  /** Begin with an empty card. */
  anew: {};
  /** Put the card into another deck. */
  deck: { id: string };
  /** Put the card in the place of another one. */
  out: { id: string };
  /** Stop the measurement. */
  stop: {};
  /** Play a game with the card. */
  play: { bot: string };
  /** Play deals with the card and without it. */
  measure: { deals: number };
}

/** Answered by tutor.courses.exam_page.ExamPage. */
export interface ExamCommands {
  /** Begin a part, or continue it where it was left. */
  begin: { grade: string; part: string };
  /** Leave the report or the sheet. */
  leave: {};
  /** Open a question of the report, by its number. */
  see: { place: number };
  /** Show the sheet of a grade, to print: the results of each part. */
  sheet: { grade: string };
}

/** Answered by tutor.graphs.widget.PhaseGraph. */
export interface GraphCommands {
  /** Open a step of the graph. Raises DataError for an unknown step. */
  open_step: { step: string };
}

/** Answered by tutor.pages.home.HomePage. */
export interface HomeCommands {
  /** Begin without any progress; what there was is set aside. */
  reset: {};
  /** Send the progress as a file. */
  export: {};
  /** Send the progress as a text to be handed in. */
  hand_in: {};
  /** Take in the text of a file; of one that is too large only its size is sent. */
  import: { text?: string | null; size?: number };
}

/** Answered by tutor.classroom.house_rules_page.HouseRulesLab. */
export interface HouseRulesCommands {
  /** Take a rule to be changed, one up or down from what is printed. */
  add: { id: string };
  /** Give a changed rule another value. */
  set: { id: string; value: number };
  /** Leave a rule as it is printed. */
  remove: { id: string };
  /** Ask about another measure in a row. */
  measure: { row: number; id: string };
  /** Say which way the measure in a row will go. */
  predict: { row: number; said: -1 | 0 | 1 };
  /** Write a text of the rule card. */
  write: { field: string; text: string };
  /** Play the same deals with and without the changes. */
  play: {};
  /** Stop what is being played. */
  stop: {};
  /** Choose and predict once more. */
  anew: {};
  /** Show a game of the run on the board. */
  step: { number: number };
  /** Close the game or the card that is open. */
  close: {};
  /** Show the rule card. */
  card: {};
  /** Send the rule card as a file. */
  files: { sort: "html" | "json" | "csv" };
  /** Open the text of a rule card; of one that is too large only its size is sent. */
  open: { text?: string | null; size?: number };
}

/** Answered by tutor.compare.measured_page.MeasuredPage. */
export interface MeasuredCommands {
  /** Play new games and measure them. */
  play: { games: number };
}

/** Answered by tutor.compare.mechanic_page.MechanicPage. */
export interface MechanicCommands {
  /** Open the cell of a question and a game, with its demonstration; anything else opens nothing. */
  open: { question: string; game: string };
  /** Open the demonstrations of a question in every game, each on its own board beside the others. */
  all: { question: string };
  /** Show picture `to` of the demonstration of one game, or of all games side by side. */
  step: { to: number; game?: string };
  /** Show the text of a clause that was clicked in a line or on a board of the open row. */
  tell: { game: string; id: string };
  /** Close the open cell. */
  close: {};
}

/** Answered by tutor.compare.mechanics_page.MechanicsPage. */
export interface MechanicsCommands {
  /** Open the cell of a question and a game, with its demonstration; anything else opens nothing. */
  open: { question: string; game: string };
  /** Open the demonstrations of a question in every game, each on its own board beside the others. */
  all: { question: string };
  /** Show picture `to` of the demonstration of one game, or of all games side by side. */
  step: { to: number; game?: string };
  /** Show the text of a clause that was clicked in a line or on a board of the open row. */
  tell: { game: string; id: string };
  /** Close the open cell. */
  close: {};
  /** Send the table as a file. */
  export: {};
  /** Show some questions as a handout; with no known question, the table again. */
  handout: { rows: string[] };
}

/** Answered by tutor.compare.mixer_page.MixerPage. */
export interface MixerCommands {
  /** Choose every answer of a game. */
  from: { game: string };
  /** Leave every question open. */
  clear: {};
  /** Choose the answer of a game; if it is chosen already, the question is open again. */
  pick: { question: string; game: string };
  /** Send the files of the small game as an archive. */
  begin: { title: string };
}

/** Answered by tutor.pages.my_cards.MyCards. */
export interface MyCardsCommands {
  /** Take in the text of a file, or a text that was pasted; of a file that is too large no text comes. */
  open: { text: string | null; file?: string };
  /** Say for which game the file is. */
  game: { id: string };
  /** Say which card a line means; with "" it is left out. */
  answer: { line: number; card: string };
  /** Leave out every line that is not understood. */
  leave_out: {};
  /** Put the file away. */
  cancel: {};
  /** Store the imported set. */
  keep: {};
  /** Take a set away. */
  drop: { id: string };
}

/** Answered by tutor.classroom.own_page.OwnGame. */
export interface OwnGameCommands {
  /** Write the title, the author or the note. */
  text: { at: string; value: string };
  /** Put a piece into the game, or take it out. */
  piece: { id: string };
  /** Give a number of the game another value. */
  number: { id: string; value: number };
  /** Put copies of a card into a deck, or take them out. */
  copies: { deck: string; card: string; more: number };
  /** Go back to the decks that come with the game. */
  usual_decks: {};
  /** Put a card into the decks. */
  into_decks: { id: string };
  /** Open the form of a card; -1 closes it. */
  card: { id: number };
  /** Begin a new card. */
  new_card: {};
  /** Take a card away. */
  drop_card: { id: number };
  /** Write a value into the open card; the card's form judges it. */
  put: { at: string; value: string | number | boolean | string[] | null };
  /** Add an ability or a verb to the open card. */
  add: { at: string };
  /** Take an ability or a verb from the open card. */
  take: { at: string };
  /** Open the text of a file, of one that is too large no text; `kept` : it was in the browser. */
  open: { text: string | null; file?: string; kept?: boolean };
  /** Hand in the design, in a class. */
  hand_in: {};
  /** Begin with the printed game. */
  anew: {};
  /** Stop the measurement. */
  stop: {};
  /** Play games and measure them. */
  measure: { games: number };
  /** Play the game against a bot. */
  play: { bot: string };
}

/** Answered by tutor.classroom.plan_page.PlanPage. */
export interface PlanCommands {
  /** Count what the class has predicted; sent every other second. */
  tick: {};
  /** Show what the class has predicted, or hide it again. */
  counts: {};
  /** Open the student's notebook of this plan for everybody, or a lesson that it needs. */
  lead: { page: string };
  /** Hand in what the learner has written. */
  hand_in_answers: { text: string };
  /** Take all predictions back. */
  anew: {};
  /** Take the predictions; once each question has one, show what turned out. What fits no question is left out. */
  close: { picks: Record<string, string> };
}

/** Answered by tutor.puzzles.page.PuzzlePage. */
export interface PuzzlesCommands {
  /** Begin a timed run: from easy to hard, another mixture each time. */
  start: {};
  /** Open a puzzle; those after it in the list come next. */
  open: { id: string };
  /** List the puzzles of a purpose and a level. */
  cell: { purpose: string; level: number };
  /** Show the names of the ideas that are not solved yet, or hide them again. */
  names: {};
  /** List more puzzles. */
  more: {};
  /** Switch to a tab of the page. */
  tab: { tab: "today" | "all" | "missed" | "clock" };
  /** Open the puzzles that were missed, one after the other. */
  again: {};
  /** Stop the timed run. */
  stop: {};
}

/** Answered by tutor.classroom.report_page.ClassReport. */
export interface ReportCommands {
  /** Take files that were handed in; they are read once the `last` of them are there. */
  drop: { files: DroppedFile[]; last?: boolean };
  /** Report on a class of this machine. */
  class: { id: string };
  /** Report on another game. */
  game: { game: string };
  /** Forget what was handed in. */
  clear: {};
  /** Send the report as a table. */
  csv: {};
  /** Send a file that was handed in. */
  save_work: { at: number };
}

/** Answered by tutor.puzzles.review_page.ReviewPage. */
export interface ReviewCommands {
  /** Open a moment of the game, by its number. */
  moment: { n: number };
  /** Open a refused move, by its number. */
  try: { n: number };
}

/** Answered by tutor.pages.play.PlayPage. */
export interface SetupCommands {
  /** Resume the unfinished game. */
  go_on: {};
  /** Begin a game; what is left out is chosen as usual. */
  start: { you?: string; rival?: string; bot?: string; first?: string; seed?: string };
}

/** Answered by tutor.classroom.take_one_out_page.TakeOneOutPage. */
export interface TakeOneOutCommands {
  /** Open a prepared experiment. */
  open: { id: string };
  /** Go back to the table of all. */
  back: {};
  /** Say which way the measure in a row will go. */
  predict: { row: number; said: -1 | 0 | 1 };
  /** Show what was measured, once all is predicted. */
  show: {};
  /** Predict once more. */
  anew: {};
  /** Play the same deals again. */
  play: {};
  /** Stop what is being played. */
  stop: {};
  /** Show the game of the experiment on the board. */
  step: { number: number };
  /** Close the game that is open. */
  close: {};
}

/** Answered by tutor.compare.transfer_page.TransferPage. */
export interface TransferCommands {
  /** Open a puzzle. */
  puzzle: { id: string };
  /** Show the board of one game or of the other. */
  side: { id: "here" | "there" };
  /** Begin the puzzle again. */
  again: {};
  /** Open the next puzzle. */
  next: {};
  /** Answer the current question. */
  pick: { id: string };
}

/** Answered by tutor.compare.turns_page.TurnsPage. */
export interface TurnsCommands {
  /** Open the box of a game's job. */
  open: { game: string; job: string };
  /** Close the open box. */
  close: {};
  /** Compare two games. */
  pair: { one: string; other: string };
  /** Draw the phase graphs of both games, side by side if there is room. */
  graphs: {};
}

/** The commands of one page or another. */
export type PageCommands =
  | AskCommands
  | BookCommands
  | DesignCardCommands
  | ExamCommands
  | GraphCommands
  | HomeCommands
  | HouseRulesCommands
  | MeasuredCommands
  | MechanicCommands
  | MechanicsCommands
  | MixerCommands
  | MyCardsCommands
  | OwnGameCommands
  | PlanCommands
  | PuzzlesCommands
  | ReportCommands
  | ReviewCommands
  | SetupCommands
  | TakeOneOutCommands
  | TransferCommands
  | TurnsCommands;
