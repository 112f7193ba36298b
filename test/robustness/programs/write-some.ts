import { DiagnosticError } from "../../../packages/specwright/src/diagnostic.ts";
import { writeOutput } from "../../../packages/specwright/src/write/write-output.ts";
import { makeRoundFiles } from "../rounds.ts";

// Writes some rounds into a folder, at the same time as other processes, or without the permission to write.
const [folder = "", first = "0", count = "1", user] = process.argv.slice(2);
// Change the user only after everything is loaded: the other user may not be able to read the folder of the repository.
if (user !== undefined) {
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
try {
  for (let round = Number(first); round < Number(first) + Number(count); round += 1) {
    writeOutput({
      folder,
      files: makeRoundFiles(round),
      key: `key ${round % 3}`,
      inputs: new Map(),
    });
  }
} catch (error) {
  if (!(error instanceof DiagnosticError)) {
    throw error;
  }
  process.stderr.write(JSON.stringify(error.diagnostics));
  process.exitCode = 1;
}
