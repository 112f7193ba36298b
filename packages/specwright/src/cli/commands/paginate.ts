import { createInterface } from "node:readline";
import type { Command } from "commander";
import { settingTable } from "../../commands/settings/table.ts";
import {
  type PaginateOptions,
  type PaginateResult,
  type ProposalGroup,
  paginate,
} from "../../commands/shaping/paginate.ts";
import { pick } from "../../defined.ts";
import { addSettings, pickGiven } from "../options/add-settings.ts";
import { readNamedJob } from "../options/read-named-job.ts";
import { readGiven } from "../read-given.ts";
import { count } from "../report/count.ts";
import { printShaping } from "../report/print-shaping.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags extends Pick<PaginateOptions, "output"> {
  readonly yes?: boolean;
  readonly json?: boolean;
}

const rows = pick(settingTable, ["allow", "remotes"]);

const moreHelp = `
Examples:
  specwright paginate openapi.yaml
  specwright paginate openapi.yaml -o pages.yaml
  specwright paginate openapi.yaml -o pages.yaml --yes

In a terminal, -o asks about each group of operations. Elsewhere, nothing is written without --yes.

Exit codes: 0 done, also when nothing is recognised or taken; 1 errors in the document; 2 wrong usage.`;

/** Adds `specwright paginate`. */
export function addPaginate(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("paginate")
    .description(
      "Show which operations are lists with several pages, and by what they were recognised. An overlay with x-pagination is written for those that you take.",
    )
    .argument("<document>", "a path, a URL, - for standard input, or an API of redocly.yaml")
    .option("-o, --output <file>", "write an overlay of what is taken, YAML or JSON")
    .option("-y, --yes", "take all proposals");
  addSettings(command, rows)
    .option("--json", "print the proposals as JSON")
    .addHelpText("after", moreHelp)
    .action(async (document: string, flags: Flags) => {
      setCode(await runReported(flags.json === true, () => run(document, flags)));
    });
}

async function run(argument: string, flags: Flags): Promise<number> {
  const job = readNamedJob(argument, pickGiven(flags, rows));
  const { document } = job;
  const asks =
    flags.output !== undefined &&
    flags.json !== true &&
    document !== "-" &&
    process.stdin.isTTY &&
    process.stdout.isTTY;
  const questions = asks && flags.yes !== true ? openQuestions() : undefined;
  const result = await paginate({
    ...pick(job, ["allow", "remotes"]),
    ...pick(flags, ["output"]),
    ...{ document, given: await readGiven(document) },
    accepts: (group) => questions?.askAbout(group) ?? flags.yes === true,
  }).finally(() => questions?.close());
  printShaping(result, flags, () => {
    const groups = questions ? "" : result.groups.map(renderGroup).join("\n");
    return groups + describeEnd(result, document, flags);
  });
  return 0;
}

/** Asks in the terminal, line by line. At the end of the input, the answer is no. */
function openQuestions(): {
  readonly askAbout: (group: ProposalGroup) => Promise<boolean>;
  readonly close: () => void;
} {
  const terminal = createInterface({ input: process.stdin, terminal: false });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    askAbout: async (group) => {
      process.stdout.write(`${escapeForTerminal(renderGroup(group))}Take these? [y/N] `);
      const { value, done } = await lines.next();
      return done !== true && /^\s*y(?:es)?\s*$/i.test(value);
    },
    close: () => terminal.close(),
  };
}

/** A group with what is proposed for each of its operations. */
function renderGroup({ type, reason, proposals }: ProposalGroup): string {
  const lines = proposals.map(({ operation, pagination: { type: _, ...members } }) => {
    const shown = Object.entries(members).map(([name, value]) => `${name}: ${value || "''"}`);
    return `  ${operation}  ${shown.join(", ")}\n`;
  });
  return `${type}: ${count(proposals.length, "operation")}, by ${reason}\n${lines.join("")}`;
}

function describeEnd(
  { groups, taken, isWritten }: PaginateResult,
  document: string,
  { output }: Flags,
): string {
  const all = groups.reduce((sum, { proposals }) => sum + proposals.length, 0);
  if (all === 0) {
    return `No operation of ${showPath(document)} is recognised as a list with several pages.\n`;
  }
  const end =
    isWritten && output !== undefined
      ? `${showPath(output)} has ${taken} of them as an overlay.`
      : output === undefined
        ? "Nothing was written: pass -o <file> for an overlay."
        : "Nothing was written, because nothing was taken: --yes takes all.";
  return `\n${count(all, "operation")} recognised. ${end}\n`;
}
