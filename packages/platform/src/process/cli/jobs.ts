import { type Command, InvalidArgumentError } from "commander";
import { parseInteger } from "../config/values.ts";
import type { AdminOptions } from "../control/administer.ts";
import { jsonFlag, type SetCode, type SharedFlags } from "./run-command.ts";
import { besideService, runOnDatabase } from "./run-on-database.ts";

const listHelp = `
Dead jobs have used up their attempts; they are kept for 30 days. Ready ones are due, or run. Waiting ones are due later.
${besideService}

Examples:
  platform jobs list
  platform jobs list --kind webhook.deliver --project proj_kL2mN4pQ6rS8
  platform jobs list --state ready --limit 10 --json`;

const retryHelp = `
A job gets all of its attempts again. The delivery of a webhook that failed with its job is pending again.
${besideService}

Examples:
  platform jobs retry job_01JH5ZK9
  platform jobs retry --all
  platform jobs retry --all --kind webhook.deliver`;

const statsHelp = `
P50 and P95 are the times that receivers took to answer. Events are kept for 90 days.
${besideService}

Examples:
  platform deliveries stats
  platform deliveries stats --hours 1 --project proj_kL2mN4pQ6rS8`;

/** Adds `platform jobs` with `list` and `retry`, and `platform deliveries stats`. */
export function addJobs(program: Command, setCode: SetCode): void {
  const jobs = program.command("jobs").description("List jobs, and run dead ones again.");
  jobs
    .command("list")
    .description("List jobs that were given up, or that wait.")
    .addOption(
      jobs
        .createOption("--state <state>", "the state of the jobs; `dead` unless given")
        .choices(["dead", "ready", "waiting"]),
    )
    .option("--kind <kind>", "only jobs of this kind")
    .option("--project <id>", "only jobs of this project")
    .option("--limit <number>", "the most jobs to list; 50 unless given", parseUpTo(10_000))
    .option(...jsonFlag)
    .addHelpText("after", listHelp)
    .action(async ({ json, ...options }: AdminOptions & SharedFlags) => {
      setCode(await runOnDatabase("jobs list", { json }, async () => options));
    });
  jobs
    .command("retry")
    .description("Run jobs again that were given up.")
    .argument("[ids...]", "the jobs, by the ids that `jobs list` prints")
    .option("--all", "all dead jobs, or those of --kind and --project")
    .option("--kind <kind>", "only jobs of this kind")
    .option("--project <id>", "only jobs of this project")
    .option(...jsonFlag)
    .addHelpText("after", retryHelp)
    .action(
      async (
        ids: readonly string[],
        { json, all = false, ...options }: AdminOptions & SharedFlags & { readonly all?: boolean },
        self: Command,
      ) => {
        if (all === ids.length > 0) {
          self.error("error: Name jobs, or pass --all, and not both.");
        }
        setCode(await runOnDatabase("jobs retry", { json }, async () => ({ ...options, ids })));
      },
    );
  program
    .command("deliveries")
    .description("Show how deliveries of webhooks do.")
    .command("stats")
    .description("Count the deliveries of the last hours by status.")
    .option("--hours <number>", "the period until now; 24 unless given", parseUpTo(90 * 24))
    .option("--project <id>", "only those of this project")
    .option(...jsonFlag)
    .addHelpText("after", statsHelp)
    .action(async ({ json, ...options }: AdminOptions & SharedFlags) => {
      setCode(await runOnDatabase("deliveries stats", { json }, async () => options));
    });
}

function parseUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = parseInteger(text, 1, most);
    if (typeof value !== "number") {
      throw new InvalidArgumentError(`It ${value.problem}.`);
    }
    return value;
  };
}
