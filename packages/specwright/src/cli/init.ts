import type { Command } from "commander";
import { initialize } from "../commands/init.ts";
import { printJson, runReported } from "./report.ts";

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
        if (json === true) {
          printJson({ ok: true, files });
        } else {
          process.stdout.write(
            `${files.map((file) => `  ${file}\n`).join("")}Next: npm install, then npm test\n`,
          );
        }
        return 0;
      };
      setCode(await runReported(json === true, work));
    });
}
