import { benchDiff } from "./diff.ts";
import { benchDocument } from "./document.ts";
import { benchGeneration } from "./generation.ts";
import { benchOutput } from "./output.ts";
import { benchPeers } from "./peers.ts";
import type { Benchmark } from "./report.ts";
import { benchRouter } from "./router.ts";
import { benchSearch } from "./search/section.ts";
import { benchServiceCalls } from "./service/calls.ts";
import { benchServiceCatalog } from "./service/catalog.ts";
import { benchServiceEvents } from "./service/events.ts";
import { benchServiceFiles } from "./service/files.ts";
import { benchServiceImports } from "./service/imports.ts";
import { benchServiceIngress } from "./service/ingress.ts";
import { benchServiceJobs } from "./service/jobs.ts";
import { benchServiceMemory } from "./service/memory.ts";
import { benchServiceNames } from "./service/names.ts";
import { benchService, benchServiceEmbedded, benchServiceLists } from "./service/section.ts";
import { benchSize } from "./size.ts";
import { benchValidation } from "./validation.ts";
import { benchYaml } from "./yaml.ts";

/** The benchmarks by their names, in the order of docs/benchmarks.md. They import the built packages. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
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
