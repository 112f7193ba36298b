import type { Command } from "commander";
import { settingTable } from "../../commands/settings/table.ts";
import { type DiffOverlayOptions, diffOverlay } from "../../commands/shaping/diff-overlay.ts";
import type { SavedOverlay } from "../../commands/shaping/save-overlay.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { addSettings } from "../options/add-settings.ts";
import { readGiven } from "../read-given.ts";
import { count } from "../report/count.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { printJson, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags extends Pick<DiffOverlayOptions, "output" | "allow" | "remotes"> {
  readonly json?: boolean;
}

const moreHelp = `
Examples:
  specwright overlay diff vendor.yaml mended.yaml -o mends.yaml
  specwright shape vendor.yaml --input overlays=mends.yaml -o shaped.yaml
  specwright overlay diff origin/main:openapi.yaml openapi.yaml

Exit codes: 0 compared; 1 a document cannot be read, or the file cannot be written; 2 wrong usage.`;

/** Adds `specwright overlay diff`. */
export function addOverlay(program: Command, setCode: (code: number) => void): void {
  const overlay = program
    .command("overlay")
    .description("Make overlays, which change a document that stays as it is.");
  const command = overlay
    .command("diff")
    .description("Write the overlay that leads from one document to another.")
    .argument(
      "<old>",
      "a file, a folder, <commit>:<path> of git, npm:<package>@<version>, a URL, or - for standard input",
    )
    .argument("<new>", "the same")
    .option(
      "-o, --output <file>",
      "the file to write, YAML or JSON; without it, the overlay is printed",
    );
  addSettings(command, pick(settingTable, ["allow", "remotes"]))
    .option("--json", "print the overlay as JSON, and whether it was written")
    .addHelpText("after", moreHelp)
    .action(async (before: string, after: string, flags: Flags, self: Command) => {
      if (before === "-" && after === "-") {
        self.error("error: only one of the documents can come from standard input.");
      }
      setCode(await runReported(flags.json === true, () => run(before, after, flags)));
    });
}

async function run(before: string, after: string, { json, ...flags }: Flags): Promise<number> {
  const given = dropUndefined({ before: await readGiven(before), after: await readGiven(after) });
  const result = diffOverlay({ before, after, given, ...flags });
  const { overlay, isWritten } = result;
  if (json === true) {
    printJson({ ok: true, ...pick(flags, ["output"]), isWritten, overlay });
  } else {
    process.stdout.write(describeResult(result, before, flags.output));
  }
  return 0;
}

function describeResult(
  { overlay: { actions }, text, isWritten }: SavedOverlay,
  before: string,
  output: string | undefined,
): string {
  if (actions.length === 0) {
    return "The documents are the same, so there is no overlay to write.\n";
  }
  if (output === undefined || !isWritten) {
    return text; // As it is, because it may be written to a file.
  }
  const removals = actions.filter(({ remove }) => remove).length;
  const path = showPath(output);
  const changes = `${count(actions.length - removals, "update")} and ${count(removals, "removal")}`;
  return escapeForTerminal(
    `${path} has ${changes}. Apply it with: specwright shape ${showPath(before)} --input overlays=${path}\n`,
  );
}
