import type { Command } from "commander";
import { docs } from "../../commands/docs.ts";
import type { ReleasePlan } from "../../commands/release/plan.ts";
import { type PlanOptions, planRelease } from "../../commands/release/plan-release.ts";
import {
  publishRelease,
  type ReleaseResult,
} from "../../commands/release/publishing/publish-release.ts";
import { withStage } from "../../commands/release/stage-packages.ts";
import { type ConfiguredApi, readConfiguration } from "../../commands/settings/configuration.ts";
import { findApi } from "../../commands/settings/find-api.ts";
import { toShellWord } from "../../commands/settings/portable-command.ts";
import { dropUndefined } from "../../defined.ts";
import { count } from "../report/count.ts";
import { renderPlan } from "../report/release/render-plan.ts";
import { escapeLineForTerminal } from "../report/render-diagnostic.ts";
import { printJson, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";
import { createNoDocumentError } from "../usage.ts";

interface Flags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly from?: string;
}

/** The end of the command's help. */
const more = `
Examples:
  specwright release notes --dry-run
  specwright release notes

To continue an interrupted release, run the same command again. Two releases in one folder wait for each other.

npm's configuration in this folder determines the registry and the credentials. The file releases.yaml beside
redocly.yaml overrides versions and texts of the changelog.

Exit codes: 0 released, or nothing to release; 1 the release stopped, and the last line names the published packages; 2 wrong usage.`;

/** Adds `specwright release`. */
export function addRelease(program: Command, setCode: (code: number) => void): void {
  program
    .command("release")
    .description(
      "Compare an API with its published packages, choose the next version of each package, and publish them.",
    )
    .argument("[api]", "an API of redocly.yaml; by default every API with `package`")
    .option("--dry-run", "print the plan and write nothing")
    .option("--from <old>", "the old document, for packages that were published without theirs")
    .option("--json", "print the plan as JSON")
    .addHelpText("after", more)
    .action(async (name: string | undefined, flags: Flags, self: Command) => {
      const published: string[] = [];
      const work = (): Promise<number> => run(name, flags, self, published);
      setCode(
        await runReported(flags.json === true, work, () => ({
          sentence: describeOutcome(name, flags, published),
          json: { published },
        })),
      );
    });
}

/** @param published Gets the packages that are published. */
async function run(
  name: string | undefined,
  flags: Flags,
  command: Command,
  published: string[],
): Promise<number> {
  const folder = process.cwd();
  const apis = chooseApis(name, readConfiguration(folder), command);
  const releases: (ReleasePlan | ReleaseResult)[] = [];
  const work = async (): Promise<void> => {
    for (const api of apis) {
      const options = { api, folder, ...dropUndefined({ from: flags.from }) };
      releases.push(
        flags.dryRun === true
          ? await showPlan(options, flags.json === true)
          : await release(options, flags.json === true, published),
      );
    }
  };
  await withStage(folder, work, () => {
    process.stderr.write("Another release in this folder is running. Waiting for its end.\n");
  });
  if (flags.json === true) {
    printJson({ ok: true, releases });
  }
  return 0;
}

async function showPlan(options: PlanOptions, isJson: boolean): Promise<ReleasePlan> {
  const plan = await planRelease(options);
  print(renderPlan(plan), isJson);
  // A reference that cannot be made would stop the release.
  await makeReference(options.api, options.folder, true);
  return plan;
}

async function release(
  options: PlanOptions,
  isJson: boolean,
  published: string[],
): Promise<ReleaseResult> {
  const { api, folder } = options;
  const result = await publishRelease({
    ...options,
    onStep: (line) => print(`${escapeLineForTerminal(line)}\n`, isJson),
    onPublished: (tag) => published.push(tag),
    // A reference that cannot be made stops the release too.
    beforePublishing: async () => {
      await makeReference(api, folder, true);
    },
  });
  print(renderRelease(result), isJson);
  // Also without a new package: an earlier run may have ended before this step.
  if (await makeReference(api, folder)) {
    print(`${showPath(api.docs?.out ?? "")} has the reference.\n`, isJson);
  }
  return result;
}

/** Makes the reference, or with `check` tries to. Returns whether it is new. */
async function makeReference(api: ConfiguredApi, folder: string, check = false): Promise<boolean> {
  return api.docs !== undefined && !(await docs({ ...api, ...api.docs, folder, check })).isUpToDate;
}

function describeOutcome(
  name: string | undefined,
  { dryRun, from }: Flags,
  published: readonly string[],
): string {
  if (dryRun === true) {
    return "Nothing was written.";
  }
  const words = [
    ...(name === undefined ? [] : [name]),
    ...(from === undefined ? [] : ["--from", from]),
  ];
  const again = ["specwright release", ...words.map(toShellWord)].join(" ");
  return published.length === 0
    ? "This run published nothing."
    : `Published: ${published.join(", ")}. \`${again}\` continues from here.`;
}

function print(text: string, isJson: boolean): void {
  if (!isJson) {
    process.stdout.write(text);
  }
}

function renderRelease({ plan, published, tags }: ReleaseResult): string {
  const lines = [
    published.length === 0
      ? `${plan.api}: Nothing to release.`
      : `${plan.api}: ${count(published.length, "package")} published.`,
    ...(tags.length === 0 ? [] : [`Tagged ${tags.join(", ")}.`]),
  ];
  return `${lines.map(escapeLineForTerminal).join("\n")}\n`;
}

function failNoPackages(command: Command): never {
  return command.error(
    "error: no API of redocly.yaml in this folder has packages, so there is nothing to release. Add `x-specwright: { out: generated, package: { scope: '@acme' } }` to an API.",
  );
}

function chooseApis(
  name: string | undefined,
  all: readonly ConfiguredApi[],
  command: Command,
): readonly ConfiguredApi[] {
  if (name === undefined) {
    const found = all.filter((api) => api.package !== undefined);
    return found.length === 0 ? failNoPackages(command) : found;
  }
  const found = findApi(all, name, process.cwd());
  if (found === undefined) {
    throw createNoDocumentError(name, all);
  }
  return [found];
}
