import { join } from "node:path";
import { scaffold } from "../../../packages/specwright/src/index.ts";

// Scaffolds the handlers of one document into one folder after another, until a test kills it.
const [folder = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
for (let round = 0; ; round += 1) {
  await scaffold({
    document: join(folder, "api.json"),
    out: join(folder, "out"),
    handlers: join(folder, "handlers", String(round)),
  });
}
