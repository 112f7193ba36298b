import { benchDiff } from "./diff.ts";
import { benchDocument } from "./document.ts";
import { benchEditor } from "./editor.ts";
import { benchGeneration } from "./generation.ts";
import { benchOutput } from "./output.ts";
import { benchPeers } from "./peers.ts";
import { benchReferences } from "./references/section.ts";
import type { Benchmark } from "./report/report.ts";
import { benchRouter } from "./router.ts";
import { benchSearchImports } from "./search/imports-section.ts";
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
  editor: benchEditor,
  peers: benchPeers,
  references: benchReferences,
  validation: benchValidation,
  router: benchRouter,
  search: benchSearch,
  "search-imports": benchSearchImports,
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
