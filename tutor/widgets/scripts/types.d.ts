// Made from the declarations in tutor/messages and in the pages, by `python3 run.py scripts`: do not edit.
// What only the browser knows is declared in inside.d.ts.

export * from "./inside.js";

/** One term of a sum: "+2", "Night Post". */
export interface Part {
  amount: string;
  text: string;
}

/** A figure of a card, with the terms of its sum. */
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
  /** The number needed, or the total. */
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

/** A card that gets a share in a division, with its minimum and maximum share, and the share that destroys it. */
export interface DivisionCard {
  ref: string;
  name: string;
  least: number;
  most: number;
  needs?: number | null;
  share?: number;
}

/** An amount to be divided among cards. */
export interface Division {
  amount: number;
  label: string;
  cards: DivisionCard[];
  /** Set if the division never closes, so that every change is sent immediately; a new number restarts it. */
  live?: number;
}

/** An attribute of a card, as it is shown: its sign or letter, its colour and its title. */
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

/** A kind of action that may be tried with a card. */
export interface Kind {
  kind: string;
  label: string;
  targets?: boolean;
  /** Set if the goal asks for this try, so that its button is visible. */
  asked?: boolean;
}

/** A card on the table. */
export interface Card {
  ref: string;
  face?: string | null;
  /** The card's number among cards of the same name, if the notation needs one. */
  number?: number;
  name?: string;
  label?: string;
  state?: string;
  turned?: number;
  down?: boolean;
  dim?: boolean;
  place?: string;
  /** Set if the card does not count as one of its zone. */
  beside?: boolean;
  figures?: Figure[];
  counters?: Counter[];
  tags?: string[];
  kinds?: Kind[];
  on?: Card[];
  under?: Card[];
}

/** A card of a group. link : the sign between it and the previous card. */
export interface GroupCard {
  ref: string;
  link: string;
  hue: string;
}

/** The cards in a zone that form one group, in order. */
export interface Group {
  id: string;
  name: string;
  label: string;
  hues: string[];
  /** How the group is linked to its cards in another zone: "same" or "linked"; "" if it has none there. */
  tie: string;
  cards: GroupCard[];
}

/** Identical cards in a pile. */
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
  /** The word for missing cards that were lost, such as "broken". */
  gone?: string;
  /** The number of missing cards. */
  lost?: number;
  target?: boolean;
  captions?: boolean;
  cards: Card[];
  limit?: string;
  heap?: HeapRow[];
  groups?: Group[];
}

/** A score beside a player's name. */
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

/** A legal move: its number, and the references at which a click starts and ends. */
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

/** A die. hit : whether it counts. */
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

/** A button. name : the command that it sends. */
export interface Control {
  name: string;
  label: string;
  href?: string;
  enabled?: boolean;
  primary?: boolean;
  title?: string;
}

/** A card in hand, and what is still to be chosen for it. */
export interface Held {
  kind: string | null;
  ref: string | null;
}

/** A table with nothing highlighted: every card and place can be clicked, legal or not. */
export interface Unlit {
  /** Whether a single click on a card is a complete try. */
  pick: boolean;
  /** The actions that can be tried without a card. */
  verbs: Kind[];
  /** What the last click chose, while something else is still to be chosen. */
  held?: Held;
}

/** The table as one player sees it. */
export interface Scene {
  stamp?: number;
  viewer?: number;
  quiet?: boolean;
  /** Set if every card can be moved; then none is marked as movable. */
  free?: boolean;
  now?: string;
  turn?: Turn;
  question?: Question | null;
  /** The answers to a question, shown instead of the moves. */
  answers?: Control[];
  /** The moves that may be highlighted; never a losing one. */
  primary?: number[];
  ghost?: Ghost | null;
  arrow?: Arrow | null;
  marks?: Record<string, string>;
  kinds?: Record<string, Kind[]>;
  dice?: Roll[];
  tallies?: Tally[];
  divide?: Division | null;
  /** The question about the target for a kind of move ("Who casts it?"). */
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

/** An item of a question, such as a sentence, a line or a part with options. */
export interface Item {
  id: string | number;
  text: string;
  state?: string;
  picked?: boolean;
  /** Its position in the answer, if order counts. */
  rank?: number;
  ref?: string;
  /** The card that the item is about, if it is not simply the answer. */
  at?: string | null;
  ask?: string;
  note?: string;
  options?: Option[];
  /** Set if a number is typed: what has been typed, or "" before that. */
  number?: string;
}

/** The options of a question. */
export interface Choices {
  mode: string;
  title?: string;
  note?: string;
  /** Set if the step is done and nothing can be changed. */
  closed?: boolean;
  /** Set if the answer is given on the board; the list then serves learners who do not point. */
  brief?: boolean;
  items: Item[];
  facts?: Fact[];
}

/** The reaction to a click. `stays` is true while it is shown after every move, as the words of a text by hand. */
export interface Feedback {
  tone: string;
  title: string;
  stays?: boolean;
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

/** One of two continuations: what the learner expected, or what happens. */
export interface VersusSide {
  name: string;
  sign: string;
  title: string;
  zones: VersusZone[];
  lines: VersusLine[];
}

/** The table before the two continuations diverge. */
export interface VersusBefore {
  title: string;
  text: string;
  zones: VersusZone[];
}

/** What the learner expected, compared with what happens. */
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

/** A hint that has been shown. */
export interface Hint {
  title?: string;
  text: string;
  clauses?: Clause[];
}

/** The names of all hints, and the hints shown so far. */
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
  /** True while a game on the board is under way, so that nothing leads the learner away from it. */
  playing?: boolean;
}

/** A clause that has been opened. n : the number of the event at which it was opened. */
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

/** A page above this one; without `href`, this page itself. */
export interface Crumb {
  text: string;
  href?: string;
}

/** A step of the lesson. */
export interface Dot {
  title?: string;
  state: string;
}

/** The bar at the top. Without crumbs and steps only the two switches are shown. */
export interface Bar {
  home?: string;
  crumbs?: Crumb[];
  steps?: Dot[];
  /** Set if the other steps cannot be opened. */
  fixed?: boolean;
  links?: Link[];
  /** The text of a button that leaves the board and sends the command `new`. */
  back?: string;
}

/** A row of a procedure, with the numbers of its events. */
export interface Frame {
  row: string;
  title: string;
  clause?: string;
  events: number[];
  state: "now" | "done" | "later";
}

/** One pass through a procedure, such as a check. again : whether it is a repeated pass. */
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

/** How the events are shown: as a film to watch, or as a log. */
export interface Panel {
  kind?: string;
  title?: string;
  at?: number | null;
  end?: number | null;
  answer?: Answer | null;
  strip?: Strip;
}

/** A change to a list: the element's place `at` and its change `to`, or a `new` element. */
export interface PatchPart {
  at?: number;
  to?: Patch;
  new?: unknown;
}

/**
 * The difference between two JSON values: `set`, `in` (optionally with `out`), or `list`; see tutor/boards/patches.py.
 */
export interface Patch {
  set?: unknown;
  in?: Record<string, Patch>;
  out?: string[];
  list?: (number[] | PatchPart)[];
}

/** A patch of the stage's traits. base : the version to which it applies. */
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

/**
 * An attempt that is not a legal move: a kind of action, a card and a target; null for each that the click leaves open.
 */
export interface TryClick {
  type: "try";
  stamp: number;
  kind?: string | null;
  from?: string | null;
  to?: string | null;
}

/** The answer to a question, which may be incomplete. */
export interface AnswerClick {
  type: "answer";
  stamp: number;
  picks: (string | number)[] | Record<string, string | number>;
}

/** A click on a control. */
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

/**
 * A file that was handed in. text : missing if the file is too large to be sent. name : missing if the text was pasted.
 */
export interface DroppedFile {
  name?: string;
  text?: string | null;
}

/** What the stage sends. */
export type StageClick = MoveClick | DivideClick | TryClick | AnswerClick | CommandClick;

/** Answered by tutor.classroom.ask_page.AskTheClass. */
export interface AskCommands {
  /** Update the number of answers received; sent every second. */
  tick: {};
  /** Choose among the questions of another game. */
  game: { game: string };
  /** Choose among the questions of another chapter. */
  chapter: { chapter: string };
  /** Record how many cards were raised for each answer; refuse input that is not a number, with a message. */
  cards: { counts: Record<string, unknown> };
  /** Toggle whether the number of answers received is shown. */
  hide: {};
  /** Toggle whether the answers are shown before the right one is revealed. */
  counts: {};
  /** Close the round. */
  close: {};
  /** Close the round and reveal the right answer. */
  close_and_play: {};
  /** Ask the same question in another round. */
  again: {};
  /** Show how the engine plays an answer, once the right one is revealed. */
  play: { letter: string };
  /** Go to a moment of the answer being played, if the right answer has been revealed. */
  seek: { to: number };
  /** Choose another question. */
  other: {};
  /** Put a question to the class. Raises DataError if the question is unknown. */
  ask: { id: string };
  /** Put a question that the teacher typed to the class. */
  ask_typed: { ask: string; choices: string[]; right?: string };
  /** Reveal the right answer, and play it. */
  tell: {};
}

/** Answered by tutor.pages.rulebook.RulebookReader. */
export interface BookCommands {
  /** Open an entry. */
  open: { id: string };
  /** Show a demonstration of the open entry by its number. */
  demo: { id: string };
}

/** Answered by tutor.classroom.card_page.CardDesign. */
export interface DesignCardCommands {
  /** Write a value into the card; the card's form checks it. */
  put: { at: string; value: string | number | boolean | string[] | null };
  /** Add an ability or a verb. */
  add: { at: string };
  /** Remove an ability or a verb. */
  take: { at: string };
  /** Design a card for another game. */
  game: { id: string };
  /** Start with a copy of a printed card. */
  like: { id: string };
  /** Open the text of a file; `text` is None if the file is too large, `kept` is True for a set of the user's. */
  open: { text: string | null; file?: string; kept?: boolean };
  /** Edit another card of the set; the index after the last adds a card. A single card becomes a set of two. */
  card: { at: number };
  /** Save the card, or the set it belongs to, among the user's own cards. */
  keep_set: {};
  /** Hand in the card to the teacher; only in a class. */
  hand_in: {};
  /** Begin with an empty card. */
  anew: {};
  /** Put the card into another deck. */
  deck: { id: string };
  /** Choose the card that the new card replaces. */
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
  /** Begin a part, or resume it. */
  begin: { grade: string; part: string };
  /** Leave the report or the sheet. */
  leave: {};
  /** Open a question of the report by its number. */
  see: { place: number };
  /** Show the printable sheet of a grade, with the results of each part. */
  sheet: { grade: string };
}

/** Answered by tutor.graphs.widget.PhaseGraph. */
export interface GraphCommands {
  /** Open a step of the graph. Raises DataError if it is unknown. */
  open_step: { step: string };
}

/** Answered by tutor.pages.home.HomePage. */
export interface HomeCommands {
  /** Start over without any progress; the earlier progress is moved aside. */
  reset: {};
  /** Send the progress to the browser as a file. */
  export: {};
  /** Send the progress to the browser as a text to be handed in. */
  hand_in: {};
  /** Import the text of a file; if the file is too large, only its size is sent. */
  import: { text?: string | null; size?: number };
}

/** Answered by tutor.classroom.house_rules_page.HouseRulesLab. */
export interface HouseRulesCommands {
  /** Add a rule to change, starting one above or below its printed value. */
  add: { id: string };
  /** Give a changed rule a new value. */
  set: { id: string; value: number };
  /** Restore a rule to its printed value. */
  remove: { id: string };
  /** Predict another measure in a row. */
  measure: { row: number; id: string };
  /** Record the prediction for a row: which way its measure will go. */
  predict: { row: number; said: -1 | 0 | 1 };
  /** Write one of the texts of the rule card. */
  write: { field: string; text: string };
  /** Play the same deals with and without the changes. */
  play: {};
  /** Stop the run in progress. */
  stop: {};
  /** Go back to choosing and predicting. */
  anew: {};
  /** Show one of the run's games on the board. */
  step: { number: number };
  /** Close the open game or card. */
  close: {};
  /** Show the rule card. */
  card: {};
  /** Send the rule card to the browser as a file. */
  files: { sort: "html" | "json" | "csv" };
  /** Open the text of a rule card; if the card is too large, the browser sends only its size. */
  open: { text?: string | null; size?: number };
}

/** Answered by tutor.compare.measured_page.MeasuredPage. */
export interface MeasuredCommands {
  /** Play new games and measure them. */
  play: { games: number };
}

/** Answered by tutor.compare.mechanic_page.MechanicPage. */
export interface MechanicCommands {
  /** Open the cell of a question and a game, with its demonstration. */
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
  /** Open the cell of a question and a game, with its demonstration. */
  open: { question: string; game: string };
  /** Open the demonstrations of a question in every game, each on its own board beside the others. */
  all: { question: string };
  /** Show picture `to` of the demonstration of one game, or of all games side by side. */
  step: { to: number; game?: string };
  /** Show the text of a clause that was clicked in a line or on a board of the open row. */
  tell: { game: string; id: string };
  /** Close the open cell. */
  close: {};
  /** Send the table to the browser as a file. */
  export: {};
  /** Show questions as a handout; if none of the ids is known, show the table instead. */
  handout: { rows: string[] };
}

/** Answered by tutor.compare.mixer_page.MixerPage. */
export interface MixerCommands {
  /** Choose every answer of a game. */
  from: { game: string };
  /** Clear all answers. */
  clear: {};
  /** Choose a game's answer; choosing it again clears the question. */
  pick: { question: string; game: string };
  /** Send the files of the small game as an archive. */
  begin: { title: string };
}

/** Answered by tutor.pages.my_cards.MyCards. */
export interface MyCardsCommands {
  /** Read the text of a file, or a pasted text; None if the file is too large. */
  open: { text: string | null; file?: string };
  /** Give a pasted text the name of the set that it becomes. */
  name: { title: string };
  /** Set the game that the file is for. */
  game: { id: string };
  /** Set the card that a line means; with "" the line is left out. */
  answer: { line: number; card: string };
  /** Leave out all lines that are not understood. */
  leave_out: {};
  /** Discard the file. */
  cancel: {};
  /** Store the imported set. */
  keep: {};
  /** Delete a set. */
  drop: { id: string };
}

/** Answered by tutor.classroom.own_page.OwnGame. */
export interface OwnGameCommands {
  /** Write the title, the author or the purpose. */
  text: { at: string; value: string };
  /** Add a piece to the game, or remove it. */
  piece: { id: string };
  /** Give a number of the game a new value. */
  number: { id: string; value: number };
  /** Add copies of a card to a deck, or remove them. */
  copies: { deck: string; card: string; more: number };
  /** Restore the decks that come with the game. */
  usual_decks: {};
  /** Put a card into the decks. */
  into_decks: { id: string };
  /** Open the form of a card; -1 closes the form. */
  card: { id: number };
  /** Start a new card. */
  new_card: {};
  /** Remove a card. */
  drop_card: { id: number };
  /** Write a value into the open card; the card's form checks it. */
  put: { at: string; value: string | number | boolean | string[] | null };
  /** Add an ability or a verb to the open card. */
  add: { at: string };
  /** Remove an ability or a verb from the open card. */
  take: { at: string };
  /** Open the text of a file; None if the file is too large. */
  open: { text: string | null; file?: string; kept?: boolean };
  /** Hand in the design to the teacher; only in a class. */
  hand_in: {};
  /** Start again from the printed game. */
  anew: {};
  /** Stop the measurement. */
  stop: {};
  /** Play games and measure them. */
  measure: { games: number };
  /** Say beforehand whether games will take fewer turns ("down"), as many ("same") or more ("up"). */
  expect: { way: string };
  /** Play the game against a bot, if the design is valid. */
  play: { bot: string };
}

/** Answered by tutor.classroom.plan_page.PlanPage. */
export interface PlanCommands {
  /** Show what the class has predicted, and the outcomes once they are open; sent every other second. */
  tick: {};
  /** Show what the class has predicted, or hide it again. */
  counts: {};
  /** Open the outcomes for the class, or close them again. */
  outcomes: { open: boolean };
  /** Open the student's notebook of this plan, or one of the lessons that it assumes, for everybody. */
  lead: { page: string };
  /** Hand in what the learner has written, unless none of the questions to explain has an answer. */
  hand_in_answers: { text: string; answered: number };
  /** Clear all predictions. */
  anew: {};
  /** Record the predictions; once each question has one, show the outcomes. */
  close: { picks: Record<string, string> };
}

/** Answered by tutor.puzzles.page.PuzzlePage. */
export interface PuzzlesCommands {
  /** Open a position of a habit; "" for one in which the learner moves. */
  habit: { id: string };
  /** Start a timed run: from easy to hard, with a different mixture each time. */
  start: {};
  /** Open a puzzle; the puzzles after it in the list follow. */
  open: { id: string };
  /** List the puzzles with a purpose and a level. */
  cell: { purpose: string; level: number };
  /** Toggle whether the names of ideas not yet solved are shown. */
  names: {};
  /** List more puzzles. */
  more: {};
  /** Switch to a tab of the page. */
  tab: { tab: "today" | "all" | "missed" | "clock" | "habits" };
  /** Open the missed puzzles, one after the other. */
  again: {};
  /** Stop the timed run. */
  stop: {};
}

/** Answered by tutor.classroom.report_page.ClassReport. */
export interface ReportCommands {
  /** Collect files that were handed in; with `last`, read them all. */
  drop: { files: DroppedFile[]; last?: boolean };
  /** Report on one of the classes on this machine. */
  class: { id: string };
  /** Report on another game. */
  game: { game: string };
  /** Discard everything that was handed in. */
  clear: {};
  /** Send the report to the browser as a table. */
  csv: {};
  /** Send a file that was handed in, as it was when the page showed it. */
  save_work: { at: number };
  /** Send everything that was handed in as one archive. */
  save_all_work: {};
  /** Show the text of a file that was handed in below its line; a number without a file closes it. */
  read_work: { at: number };
}

/** Answered by tutor.puzzles.review_page.ReviewPage. */
export interface ReviewCommands {
  /** Open a moment of the game by its number. */
  moment: { n: number };
  /** Open a refused try by its number. */
  try: { n: number };
}

/** Answered by tutor.pages.play.PlayPage. */
export interface SetupCommands {
  /** Resume the unfinished game. */
  go_on: {};
  /** Begin a game; omitted choices get their defaults. */
  start: { you?: string; rival?: string; bot?: string; first?: string; seed?: string };
}

/** Answered by tutor.classroom.take_one_out_page.TakeOneOutPage. */
export interface TakeOneOutCommands {
  /** Open a prepared experiment. */
  open: { id: string };
  /** Go back to the list of experiments. */
  back: {};
  /** Record the prediction for a row: which way its measure will go. */
  predict: { row: number; said: -1 | 0 | 1 };
  /** Show the measured results, once everything is predicted. */
  show: {};
  /** Go back to predicting. */
  anew: {};
  /** Play the same deals again. */
  play: {};
  /** Stop the run in progress. */
  stop: {};
  /** Show the experiment's game on the board. */
  step: { number: number };
  /** Close the open game. */
  close: {};
}

/** Answered by tutor.compare.transfer_page.TransferPage. */
export interface TransferCommands {
  /** Open a puzzle. */
  puzzle: { id: string };
  /** Show the board of one game or the other. */
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
