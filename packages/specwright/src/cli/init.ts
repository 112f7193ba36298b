import { join } from "node:path";
import type { Command } from "commander";
import { initialize } from "../commands/init.ts";
import { shellWord } from "../commands/portable-command.ts";
import { printJson, runReported } from "./report.ts";
import { shownPath } from "./shown-path.ts";

/** Adds `specwright init`. */
export function addInit(program: Command, setCode: (code: number) => void): void {
  program
    .command("init")
    .description("Begin an API in an empty folder: a document, a configuration and a test.")
    .argument("[folder]", "the folder, which has to be empty or not to exist yet", ".")
    .option("--json", "print the result as JSON")
    .action(async (folder: string, { json }: { readonly json?: boolean }) => {
      const work = async (): Promise<number> => {
        const { files } = initialize({ folder });
        const shown = shownPath(folder);
        const enter = shown === "." ? "" : `cd ${shellWord(shown)}, `;
        if (json === true) {
          printJson({ ok: true, files });
        } else {
          process.stdout.write(
            `${files.map((file) => `  ${join(shown, file)}\n`).join("")}Next: ${enter}npm install, then npm test\n`,
          );
        }
        return 0;
      };
      setCode(await runReported(json === true, work));
    });
}
