import { existsSync, readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { type DiffResult, diff, type Place } from "../../commands/diff.ts";
import { type ReadSettings, readSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { addSettings } from "../options/add-settings.ts";
import { readGiven } from "../read-given.ts";
import { renderAnnotations } from "../report/changes/render-annotations.ts";
import { renderMarkdown } from "../report/changes/render-markdown.ts";
import { renderText } from "../report/changes/render-text.ts";
import { printJson, reportDiagnostics, runReported } from "../report/report.ts";

const formats = ["text", "markdown", "json", "github"] as const;

interface Flags extends ReadSettings {
  readonly format: (typeof formats)[number];
  readonly failOn?: "breaking" | "potentially";
  readonly approvals?: string;
}

/** The end of the command's help. */
const more = `
Examples:
  specwright diff old.yaml openapi.yaml
  specwright diff origin/main:openapi.yaml openapi.yaml --fail-on breaking
  specwright diff npm:@acme/notes-types@1.2.0 openapi.yaml --format markdown

Exit codes: 0 compared; 1 a document or package cannot be read, or changes that --fail-on names; 2 wrong usage.`;

/** Adds `specwright diff`. */
export function addDiff(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("diff")
    .description(
      "Compare two versions of a document: every change, with its verdict for callers, client code, handlers and validators.",
    )
    .argument(
      "<old>",
      "a file, a folder, <commit>:<path> of git, npm:<package>@<version>, a URL, or - for standard input",
    )
    .argument("<new>", "the same")
    .addOption(
      new Option("--format <format>", "the form of the output").choices(formats).default("text"),
    )
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 1 if a change is breaking, or also if one is potentially breaking",
      ).choices(["breaking", "potentially"]),
    )
    .option("--approvals <file>", "a list of accepted changes, which --fail-on ignores");
  addSettings(command, pick(settingTable, readSettings));
  command
    .addHelpText("after", more)
    .action(async (before: string, after: string, flags: Flags, self: Command) => {
      if (before === "-" && after === "-") {
        self.error("error: only one of the documents can come from standard input.");
      }
      const work = (): Promise<number> => run(before, after, flags);
      setCode(
        await runReported(flags.format === "json", work, () => ({
          sentence: "Nothing was compared.",
        })),
      );
    });
}

async function run(before: string, after: string, flags: Flags): Promise<number> {
  const { format, failOn, ...options } = flags;
  const given = dropUndefined({ before: await readGiven(before), after: await readGiven(after) });
  const result = diff({ before, after, given, ...options });
  const isFailure = fails(result, failOn);
  if (format === "json") {
    printJson({ ok: !isFailure, ...result });
    return isFailure ? 1 : 0;
  }
  reportDiagnostics(result.diagnostics);
  process.stdout.write(render(result, format));
  return isFailure ? 1 : 0;
}

function fails({ worst }: DiffResult, failOn: Flags["failOn"]): boolean {
  return (
    failOn !== undefined &&
    (worst === "breaking" || (failOn === "potentially" && worst === "potentially breaking"))
  );
}

function render(result: DiffResult, format: Exclude<Flags["format"], "json">): string {
  switch (format) {
    case "markdown":
      return renderMarkdown(result);
    case "github":
      return renderAnnotations(result);
    case "text":
      return renderText(
        result,
        createLineReader(),
        process.stdout.isTTY && process.env.NO_COLOR === undefined,
      );
    default:
      return format satisfies never;
  }
}

/**
 * Reads lines of files on the disk. Each file is read once. Places in a commit or in a downloaded document have no
 * source frame.
 */
function createLineReader(): (place: Place) => string | undefined {
  const files = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    if (line === undefined) {
      return undefined;
    }
    if (!files.has(file)) {
      files.set(file, existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
    }
    return files.get(file)?.[line - 1];
  };
}
