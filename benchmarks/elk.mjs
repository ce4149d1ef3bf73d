// Lays lanes out with elkjs: reads {"settings": {name: options}, "lanes": [graph]} and writes {name: [graph with ms]}.
// The folder of elkjs is the first word of the command line; a missing result is null.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const ELK = createRequire(resolve(process.argv[2]) + "/")("elkjs/lib/elk.bundled.js");
const { settings, lanes } = JSON.parse(readFileSync(0, "utf-8"));
const elk = new ELK();
const found = {};
for (const [name, options] of Object.entries(settings)) {
  found[name] = [];
  for (const lane of lanes) {
    const begun = performance.now();
    let drawn = null;
    try {
      drawn = await elk.layout({ ...structuredClone(lane), layoutOptions: options });
      drawn.ms = performance.now() - begun;
    } catch (error) {
      console.error(`${name}: ${error.message}`);
    }
    found[name].push(drawn);
  }
}
process.stdout.write(JSON.stringify(found));
