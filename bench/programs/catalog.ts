// Runs as a child process. It makes a project with 1,000 toolkits of 50 tools on the database whose address is the
// first argument, measures queries of its catalog, and reports the figures to its parent.
import { setImmediate as turn } from "node:timers/promises";
import { createToolkitGroup } from "../../packages/platform/src/applications/toolkits/catalog/toolkit-group.ts";
import { compileToolkit } from "../../packages/platform/src/applications/toolkits/compiled/compile-toolkit.ts";
import { createCompiler } from "../../packages/platform/src/applications/toolkits/compiled/create-compiler.ts";
import { packDocument } from "../../packages/platform/src/applications/toolkits/compiled/packed-document.ts";
import type { ToolkitCatalog } from "../../packages/platform/src/applications/toolkits/types/catalog-types.ts";
import { openDatabase } from "../../packages/platform/src/base/db/opening/open-database.ts";
import { createProjectCatalogs } from "../../packages/platform/src/domain/toolkits/project-catalogs.ts";
import { storeToolkit } from "../../packages/platform/src/domain/toolkits/store-toolkit.ts";
import { createTestPlatform } from "../../packages/platform/src/testing/test-platform.ts";
import { createTestProject } from "../../packages/platform/src/testing/test-project.ts";
import type { CatalogFigures, CatalogReport } from "../service/catalog.ts";
import { nameToolkit, toolkitCount, writeBenchToolkit, writeQuery } from "./many-toolkits.ts";

const [url = ""] = process.argv.slice(2);
const database = await openDatabase({ kind: "postgres", url, poolSize: 5 });
const compiler = createCompiler();
const parts = { database, installation: createToolkitGroup([]), baseUrl: "", compiler };
const { installation } = createProjectCatalogs(parts);
const platform = { ...createTestPlatform(database), catalogs: createProjectCatalogs(parts) };
const { projectId } = await createTestProject(database, platform.secrets);

for (let index = 0; index < toolkitCount; index += 1) {
  const document = writeBenchToolkit(index);
  const { compiled, errors } = compileToolkit({ path: "document.json", text: document });
  if (compiled === undefined) {
    throw new Error(errors.join("\n"));
  }
  await database.transactInProject(projectId, (trx) =>
    storeToolkit(
      { trx, projectId, platform, catalog: installation },
      { compiled, document: packDocument(document), purpose: "import" },
      installation,
    ),
  );
}

const operations: CatalogFigures[] = [];
const readMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Does something a number of times, and measures the longest time for which it blocks the event loop. */
async function measure<T>(
  name: string,
  times: number,
  work: (index: number) => Promise<T>,
): Promise<T | undefined> {
  let last = readMilliseconds();
  let pause = 0;
  let isWatched = true;
  const watch = (): void => {
    const now = readMilliseconds();
    pause = Math.max(pause, now - last);
    last = now;
    if (isWatched) {
      setImmediate(watch);
    }
  };
  setImmediate(watch);
  const all: number[] = [];
  let result: T | undefined;
  for (let index = 0; index < times; index += 1) {
    const before = readMilliseconds();
    result = await work(index);
    all.push(readMilliseconds() - before);
    await turn();
  }
  isWatched = false;
  await turn();
  all.sort((a, b) => a - b);
  const readPercentile = (share: number): number => all[Math.floor((all.length - 1) * share)] ?? 0;
  operations.push({ name, median: readPercentile(0.5), p99: readPercentile(0.99), pause });
  return result;
}

function readMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

const before = readMegabytes();
const catalogs = createProjectCatalogs(parts);
const load = (): Promise<ToolkitCatalog> => catalogs.open({ projectId });
const catalog = (await measure("load it, by the first request", 1, load)) ?? (await load());
const search = async (index: number): Promise<void> => {
  const listed = await catalog.listTools({ search: writeQuery(index) });
  await listed.read(0, 20);
};
await measure("first search, which makes the index", 1, search);
const used = readMegabytes() - before;
await measure("search, 20 results", 200, search);
await measure("20 searches at once", 5, (index) =>
  Promise.all(Array.from({ length: 20 }, (_, each) => search(index * 20 + each))),
);
await measure("list, 20 of all", 50, async (index) => {
  const listed = await catalog.listTools();
  return await listed.read(index * 20, 20);
});
await measure("list, 20 of a toolkit", 200, async (index) => {
  const listed = await catalog.listTools({ toolkitSlug: nameToolkit(index) });
  return await listed.read(0, 20);
});
const slugs = (await measure("all slugs", 20, () => catalog.listToolSlugs())) ?? [];
await measure("a tool, read for the first time", 400, (index) =>
  catalog.getTool(slugs[index * 101] ?? ""),
);
await measure("a tool, again", 400, () => catalog.getTool(slugs[0] ?? ""));

let hits = 0;
let asked = 0;
const all = await catalog.listTools();
for (let start = 0; start < all.total; start += 997) {
  const [record] = await all.read(start, 1);
  const listed = await catalog.listTools({
    search: `${record?.name} ${record?.toolkit.name}`,
  });
  const found = await listed.read(0, 3);
  hits += Number(found.some(({ slug }) => slug === record?.slug));
  asked += 1;
}
const report: CatalogReport = {
  operations,
  tools: all.total,
  megabytes: used,
  found: hits / asked,
};
process.send?.(report);
await compiler.close();
await database.close();
process.disconnect?.();
