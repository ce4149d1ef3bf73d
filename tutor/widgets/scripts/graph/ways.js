// @ts-check
// The drawn ways between steps: straight pieces with small round corners, and a head. Nothing here touches the page.

const HEAD = 8;

/**
 * A way of straight pieces with small round corners, so that it shows where lines join.
 * @param {number[][]} points
 */
export function pathOf(points) {
  let d = `M${points[0].join(" ")}`;
  for (let at = 1; at < points.length; at += 1) {
    const [a, b, c] = [points[at - 1], points[at], points[at + 1]];
    if (!c) return `${d}L${toward(b, a, HEAD - 2).join(" ")}`;
    const r = Math.min(5, far(a, b) / 2, far(b, c) / 2);
    d += `L${toward(b, a, r).join(" ")}Q${b.join(" ")} ${toward(b, c, r).join(" ")}`;
  }
  return d;
}

/**
 * @param {any} a
 * @param {any} b
 */
const far = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/**
 * @param {any} from
 * @param {any} to
 * @param {number} by
 */
function toward(from, to, by) {
  return [from[0] + Math.sign(to[0] - from[0]) * by, from[1] + Math.sign(to[1] - from[1]) * by];
}

/** @param {number[][]} points */
export function headOf(points) {
  const [a, b] = points.slice(-2);
  const [x, y] = toward(b, a, HEAD);
  const [wide, high] = a[0] === b[0] ? [3.8, 0] : [0, 3.8];
  return `M${b[0]} ${b[1]}L${x - wide} ${y - high}L${x + wide} ${y + high}Z`;
}

/**
 * @param {any} box
 * @param {number} by
 */
export const rectOf = (box, by) => ({ x: box.x - by, y: box.y - by, width: box.w + 2 * by, height: box.h + 2 * by });
