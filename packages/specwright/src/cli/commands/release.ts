import type { Command } from "commander";
import type { ReleasePlan } from "../../commands/release/plan.ts";
import { planRelease } from "../../commands/release/plan-release.ts";
import { type ConfiguredApi, readConfiguration } from "../../commands/settings/configuration.ts";
import { findApi } from "../../commands/settings/find-api.ts";
import { dropUndefined } from "../../defined.ts";
import { renderPlan } from "../report/release/render-plan.ts";
import { printJson, runReported } from "../report/report.ts";
import { failNoSuchDocument, failNothingToDo } from "../usage.ts";
import { limitYoungGeneration } from "../young-generation.ts";

interface Flags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly from?: string;
}

/** The end of the command's help. */
const more = `
Example:
  specwright release notes --dry-run

The registry and the credentials are those of npm in this folder. A file releases.yaml beside redocly.yaml
overrides versions and words.`;

/** Adds `specwright release`. */
export function addRelease(program: Command, setCode: (code: number) => void): void {
  program
    .command("release")
    .description(
      "Compare an API with its published packages, and choose the next version of each package.",
    )
    .argument("[api]", "an API of redocly.yaml; by default every API with `package`")
    .requiredOption("--dry-run", "print the plan and write nothing")
    .option("--from <old>", "the old document, for packages that were published without theirs")
    .option("--json", "print the plan as JSON")
    .addHelpText("after", more)
    .action(async (name: string | undefined, flags: Flags, self: Command) => {
      setCode(await runReported(flags.json === true, () => run(name, flags, self)));
    });
}

async function run(name: string | undefined, flags: Flags, command: Command): Promise<number> {
  const folder = process.cwd();
  const apis = chooseApis(name, readConfiguration(folder), command);
  limitYoungGeneration();
  const plans: ReleasePlan[] = [];
  for (const api of apis) {
    plans.push(await planRelease({ api, folder, ...dropUndefined({ from: flags.from }) }));
  }
  if (flags.json === true) {
    printJson({ ok: true, releases: plans });
  } else {
    process.stdout.write(plans.map(renderPlan).join("\n"));
  }
  return 0;
}

function chooseApis(
  name: string | undefined,
  all: readonly ConfiguredApi[],
  command: Command,
): readonly ConfiguredApi[] {
  if (name === undefined) {
    const found = all.filter((api) => api.package !== undefined);
    return found.length === 0 ? failNothingToDo(command, "x-specwright", "package") : found;
  }
  const found = findApi(all, name, process.cwd());
  return found === undefined
    ? failNoSuchDocument(
        command,
        name,
        all.map((api) => api.name),
      )
    : [found];
}
