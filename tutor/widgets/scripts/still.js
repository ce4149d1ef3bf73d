// @ts-check
// No widget: the styles of tables and cards that are only looked at, and the signs and drawings on them, which Python
// takes from `tutor.widgets`: `read_style("still")`, `card_signs()` and `picture_drawings()` (tutor/embed/still.py).
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/still.css";
import { GROUNDS, SIGNS } from "./drawing/art.js";
import { BEINGS } from "./drawing/beings.js";
import { SECOND } from "./drawing/picture.js";
import { PLACES } from "./drawing/places.js";
import { THINGS } from "./drawing/things.js";
import { BUST, CLOTHES, HAIR, HATS, HEADS, POSES } from "./drawing/worn.js";

const drawings = {
  ...{ grounds: GROUNDS, second: SECOND, bust: BUST, poses: POSES },
  ...{ hair: HAIR, hats: HATS, clothes: CLOTHES, heads: HEADS, things: THINGS, beings: BEINGS, places: PLACES },
};

export default { signs: SIGNS, drawings };
