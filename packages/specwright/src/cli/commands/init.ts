import { join } from "node:path";
import type { Command } from "commander";
import { initialize } from "../../commands/init.ts";
import { shellWord } from "../../commands/settings/portable-command.ts";
import { count } from "../report/count.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { printJson, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

/** Adds `specwright init`. */
export function addInit(program: Command, setCode: (code: number) => void): void {
  program
    .command("init")
    .description(
      "Begin an API in an empty folder: a document, a server and a client of it, and a test.",
    )
    .argument("[folder]", "the folder, which has to be empty or not to exist yet", ".")
    .option("--json", "print the result as JSON")
    .action(async (folder: string, { json }: { readonly json?: boolean }) => {
      const runInit = async (): Promise<number> => {
        const { files } = initialize({ folder });
        if (json === true) {
          printJson({ ok: true, files });
        } else {
          process.stdout.write(escapeForTerminal(describeWritten(showPath(folder), files)));
        }
        return 0;
      };
      setCode(await runReported(json === true, runInit));
    });
}

/** The written files, and the first commands to run, which can be pasted into a shell. */
function describeWritten(folder: string, files: readonly string[]): string {
  const enter = folder === "." ? [] : [`cd ${shellWord(folder)}`];
  const commands = [...enter, "npm install", "npm start"];
  return [
    `${count(files.length, "file")} written:`,
    ...files.map((file) => `  ${join(folder, file)}`),
    "",
    "Next:",
    ...commands.map((command) => `  ${command}`),
    "",
    "Then npm test runs the tests, and npm run lists the other commands.",
    "",
  ].join("\n");
}
