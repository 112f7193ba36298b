import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { printReportLines } from "../../applications/toolkits/importing/report-lines.ts";
import { buildStarterDocument } from "../../applications/toolkits/importing/starter-document.ts";
import { formatProblemLine } from "../../applications/toolkits/load-toolkits.ts";
import { StartError } from "../start-error.ts";
import { deriveSlug, readSource } from "./read-source.ts";
import type { CommandOutcome } from "./run-command.ts";

/** The flags of `platform toolkits init`. */
export interface InitFlags {
  readonly slug?: string | undefined;
  /** The address of the application, in place of the document's servers. */
  readonly server?: string | undefined;
  readonly out?: string | undefined;
}

/**
 * Writes a toolkit document that begins with everything that can be derived from any OpenAPI document.
 *
 * @throws StartError when the source cannot be read, or the file exists
 */
export async function initToolkit(name: string, flags: InitFlags): Promise<CommandOutcome> {
  const source = await readSource(name);
  const slug = flags.slug ?? deriveSlug(source);
  const out = flags.out ?? `toolkits/${slug}.yaml`;
  if (existsSync(out)) {
    throw new StartError(
      `${out} already exists, and may have edits.\nPass --out with another name, or move the file.`,
    );
  }
  const made = buildStarterDocument(source.path, source.text, {
    slug,
    baseUrl: flags.server,
    now: new Date(),
  });
  if ("problems" in made) {
    const text = [`${name} cannot become a toolkit:`, ...made.problems.map(formatProblemLine)].join(
      "\n",
    );
    return { text, data: { problems: made.problems }, isFailure: true };
  }
  const { text, tools, report } = made;
  mkdirSync(dirname(out), { recursive: true });
  // "wx" never writes over a file that came to be meanwhile.
  writeFileSync(out, text, { flag: "wx" });
  const lines = [
    `${out} has ${tools} ${tools === 1 ? "tool" : "tools"} of the toolkit \`${slug}\`.`,
    ...printReportLines(report),
    "",
    "Next:",
    `  edit ${out}: categories, names, search phrases`,
    `  npx platform toolkits check ${dirname(out)}`,
    `  PLATFORM_TOOLKITS=${dirname(out)} npx platform serve`,
  ];
  const data = {
    file: out,
    slug,
    tools,
    skipped_operations: report.skippedOperations,
    notes: report.notes,
  };
  return { text: lines.join("\n"), data };
}
