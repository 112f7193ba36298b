import { parseArgs } from "node:util";
import { renderSection } from "../../bench/report/report.ts";
import { keepBenchResult } from "../../bench/report/results.ts";
import { Failure, main } from "../support/failure.ts";
import { describeCircumstances } from "../support/measured-on.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

// `npm run bench -- --write service-calls` measures one part, and replaces its figures in docs/benchmarks.md.
await main(async () => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false } },
  });
  const tasks = createTasks();
  // Build first, because the benchmarks import and measure the packages as they are published.
  await tasks.run("Build the packages", () =>
    runCommand(process.execPath, ["scripts/run.js", "build"]),
  );
  const { benchmarks } = await import("../../bench/benchmarks.ts");
  const all = Object.keys(benchmarks);
  const unknown = names.filter((name) => !all.some((each) => isPart(each, name)));
  if (unknown.length > 0) {
    throw new Failure(
      `"${unknown[0]}" is not a benchmark.\nChoose from ${all.join(", ")}, or none for all.`,
    );
  }
  for (const [name, run] of Object.entries(benchmarks)) {
    if (names.length === 0 || names.some((asked) => isPart(name, asked))) {
      const circumstances = describeCircumstances();
      const section = await tasks.run(`Measure: ${name}`, run);
      console.log(`\n${renderSection(section)}`);
      if (values.write) {
        keepBenchResult(name, section, circumstances, all);
      }
    }
  }
  console.error(
    values.write
      ? "Written: docs/benchmarks.md"
      : "Nothing written: pass --write to keep the figures.",
  );
});

/** True for the benchmark itself. "service" and "service-jobs" have parts. */
function isPart(name: string, asked: string): boolean {
  return name === asked || name.startsWith(`${asked}-`);
}
