import type { Command } from "commander";
import { eject } from "../../commands/eject.ts";
import { count } from "../report/count.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { printJson, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags {
  readonly out?: string;
  readonly json?: boolean;
}

const moreHelp = `
Example:
  specwright eject client --out targets/client
Exit codes: 0 written; 1 the target or the folder is wrong; 2 wrong usage.`;

/** Adds `specwright eject`. */
export function addEject(program: Command, setCode: (code: number) => void): void {
  program
    .command("eject")
    .description(
      "Write a built-in target as a target of your own, with its code and templates to edit.",
    )
    .argument("<target>", "the name of the target")
    .option("-o, --out <folder>", "the folder to write; targets/<target> by default")
    .option("--json", "print the result as JSON")
    .addHelpText("after", moreHelp)
    .action(async (target: string, flags: Flags) => {
      const isJson = flags.json === true;
      setCode(
        await runReported(isJson, async () => {
          const { out } = flags;
          const result = eject({ target, ...(out !== undefined && { out }) });
          if (isJson) {
            printJson({ ok: true, ...result });
          } else {
            const { written, folder, module, packages } = result;
            process.stdout.write(
              escapeForTerminal(
                `${count(written.length, "file")} in ${showPath(folder)}.\nNext:\n  npm install --save-dev ${packages.join(" ")}\n  Write ${module} instead of ${target} in \`targets\` of redocly.yaml, and name the other targets there too.\n`,
              ),
            );
          }
          return 0;
        }),
      );
    });
}
