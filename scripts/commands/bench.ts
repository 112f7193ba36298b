import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { benchDiff } from "../bench/diff.ts";
import { benchDocument } from "../bench/document.ts";
import { benchGeneration } from "../bench/generation.ts";
import { benchOutput } from "../bench/output.ts";
import { benchPeers } from "../bench/peers.ts";
import { type Benchmark, renderSections } from "../bench/report.ts";
import { benchRouter } from "../bench/router.ts";
import { benchSearch } from "../bench/search/section.ts";
import { benchServiceCalls } from "../bench/service/calls.ts";
import { benchServiceCatalog } from "../bench/service/catalog.ts";
import { benchServiceNames } from "../bench/service/names.ts";
import { benchService, benchServiceLists } from "../bench/service/section.ts";
import { benchServiceUploads } from "../bench/service/uploads.ts";
import { benchServiceJobs } from "../bench/service-jobs.ts";
import { benchServiceMemory } from "../bench/service-memory.ts";
import { benchSize } from "../bench/size.ts";
import { benchValidation } from "../bench/validation.ts";
import { benchYaml } from "../bench/yaml.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
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
  service: benchService,
  "service-calls": benchServiceCalls,
  "service-lists": benchServiceLists,
  "service-jobs": benchServiceJobs,
  "service-catalog": benchServiceCatalog,
  "service-uploads": benchServiceUploads,
  "service-names": benchServiceNames,
  "service-memory": benchServiceMemory,
  size: benchSize,
};

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
  if (unknown.length > 0) {
    throw new Failure(
      `"${unknown[0]}" is not a benchmark.\nChoose from ${Object.keys(benchmarks).join(", ")}, or none for all.`,
    );
  }
  const tasks = createTasks();
  // Build first, because the benchmarks measure the packages as they are published.
  await tasks.run("Build the packages", () =>
    runCommand(process.execPath, ["scripts/run.js", "build"]),
  );
  const sections = [];
  for (const [name, run] of Object.entries(benchmarks)) {
    // "service" stands for its parts too.
    if (names.length === 0 || names.some((each) => name === each || name.startsWith(`${each}-`))) {
      sections.push(await tasks.run(`Measure: ${name}`, run));
    }
  }
  const report = renderSections(sections);
  console.log(`\n${report}`);
  if (names.length > 0) {
    return;
  }
  await mkdir(resolveInRoot("docs"), { recursive: true });
  await writeFile(resolveInRoot("docs/benchmarks.md"), `${renderHeading()}\n${report}`);
  for (const { plot } of sections) {
    if (plot !== undefined) {
      await writeFile(resolveInRoot(`docs/${plot.file}`), plot.svg);
    }
  }
  console.error("Written: docs/benchmarks.md");
});

function renderHeading(): string {
  const [cpu] = cpus();
  return `# Benchmarks

Written by \`npm run bench\` on Node ${process.versions.node} with ${cpus().length} cores (${cpu?.model ?? "unknown"}). Absolute times are this
machine's; compare the ratios, which come from one run.
`;
}
