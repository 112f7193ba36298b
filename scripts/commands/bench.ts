import { parseArgs } from "node:util";
import { benchDiff } from "../bench/diff.ts";
import { benchDocument } from "../bench/document.ts";
import { benchGeneration } from "../bench/generation.ts";
import { benchOutput } from "../bench/output.ts";
import { benchPeers } from "../bench/peers.ts";
import { type Benchmark, renderSection } from "../bench/report.ts";
import { keepBenchResult } from "../bench/results.ts";
import { benchRouter } from "../bench/router.ts";
import { benchSearch } from "../bench/search/section.ts";
import { benchServiceCalls } from "../bench/service/calls.ts";
import { benchServiceCatalog } from "../bench/service/catalog.ts";
import { benchServiceEvents } from "../bench/service/events.ts";
import { benchServiceFiles } from "../bench/service/files.ts";
import { benchServiceImports } from "../bench/service/imports.ts";
import { benchServiceIngress } from "../bench/service/ingress.ts";
import { benchServiceJobs } from "../bench/service/jobs.ts";
import { benchServiceMemory } from "../bench/service/memory.ts";
import { benchServiceNames } from "../bench/service/names.ts";
import { benchService, benchServiceEmbedded, benchServiceLists } from "../bench/service/section.ts";
import { benchSize } from "../bench/size.ts";
import { benchValidation } from "../bench/validation.ts";
import { benchYaml } from "../bench/yaml.ts";
import { Failure, main } from "../support/failure.ts";
import { describeCircumstances } from "../support/measured-on.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

const benchmarks: Readonly<Record<string, Benchmark>> = {
  document: benchDocument,
  generation: benchGeneration,
  yaml: benchYaml,
  diff: benchDiff,
  output: benchOutput,
  peers: benchPeers,
  validation: benchValidation,
  router: benchRouter,
  search: benchSearch,
  "service-requests": benchService,
  "service-embedded": benchServiceEmbedded,
  "service-calls": benchServiceCalls,
  "service-lists": benchServiceLists,
  "service-jobs-alone": () => benchServiceJobs(0),
  "service-jobs-20000": () => benchServiceJobs(20_000),
  "service-jobs-1000000": () => benchServiceJobs(1_000_000),
  "service-events": benchServiceEvents,
  "service-ingress": benchServiceIngress,
  "service-catalog": benchServiceCatalog,
  "service-imports": benchServiceImports,
  "service-files": benchServiceFiles,
  "service-names": benchServiceNames,
  "service-memory": benchServiceMemory,
  size: benchSize,
};

// `npm run bench -- --write service-calls` measures one part, and replaces its figures in docs/benchmarks.md.
await main(async () => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false } },
  });
  const all = Object.keys(benchmarks);
  const unknown = names.filter((name) => !all.some((each) => isPart(each, name)));
  if (unknown.length > 0) {
    throw new Failure(
      `"${unknown[0]}" is not a benchmark.\nChoose from ${all.join(", ")}, or none for all.`,
    );
  }
  const tasks = createTasks();
  // Build first, because the benchmarks measure the packages as they are published.
  await tasks.run("Build the packages", () =>
    runCommand(process.execPath, ["scripts/run.js", "build"]),
  );
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
