import { writeOutput } from "../../../packages/specwright/src/write/write-output.ts";
import { makeRoundFiles } from "../rounds.ts";

// Writes one output after another into a folder, until a test kills it.
const [folder = "", first = "0"] = process.argv.slice(2);
process.stdout.write("ready\n");
for (let round = Number(first); ; round += 1) {
  writeOutput({ folder, files: makeRoundFiles(round), key: `key ${round % 3}`, inputs: new Map() });
}
