// @ts-check
// No widget: the styles of tables and cards that are only looked at, and the signs on them, which Python reads from
// `built/still.css` and `built/signs.json` (tutor/embed/still.py).
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/still.css";
import { SIGNS } from "./drawing/art.js";

export default { signs: SIGNS };
