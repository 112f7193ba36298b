import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../scripts/support/failure.ts";
import { locateGithubDocument } from "../generation.ts";
import type { Section } from "../report/report.ts";
import type { RunningService } from "./running.ts";
import { describeLoadedMachine, onDatabases } from "./section.ts";

/** Milliseconds between two requests of the caller beside the import, and before the import begins. */
const [pause, quiet] = [10, 3000];

/** Imports GitHub's document into a project while another caller reads. */
export async function benchServiceImports(): Promise<Section> {
  const document = locateGithubDocument();
  const section = {
    title: "Import of GitHub's document",
    columns: [
      "Database",
      "Time",
      "Tools",
      "Memory before",
      "Memory at most",
      "p99 before",
      "p99 during the import",
    ],
  };
  if (document === undefined) {
    return { ...section, text: "GitHub's document is not on this machine.", rows: [] };
  }
  return {
    ...section,
    text: `\`POST /toolkits/import\` makes a toolkit of GitHub's document, 13 MB of JSON, while the service goes on serving. The document is compiled in a thread of the same process, whose resident memory is given before and at its highest. The last two columns are the p99 of another caller, who lists toolkits one request after the other, before the import and during it. ${describeLoadedMachine()}`,
    rows: await onDatabases(
      async (title, service) => [[title, ...(await measureImport(service, document))]],
      ["PGlite", "PostgreSQL"],
      false,
    ),
  };
}

async function measureImport(service: RunningService, document: string): Promise<string[]> {
  const { url, key } = service.facts;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const times: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await (await fetch(`${url}/api/v3/toolkits?limit=5`, { headers })).arrayBuffer();
      times.push(performance.now() - begin);
      await sleep(pause);
    }
  })();
  try {
    await sleep(quiet);
    const before = { memory: readPeak(service), p99: takeP99(times) };
    const body = JSON.stringify({ slug: "hub", document: readFileSync(document, "utf8") });
    const begin = performance.now();
    const response = await fetch(`${url}/api/v3/toolkits/import`, {
      method: "POST",
      headers,
      body,
    });
    const seconds = (performance.now() - begin) / 1000;
    const imported = (await response.json()) as {
      readonly meta?: { readonly tools_count: number };
    };
    if (imported.meta === undefined) {
      throw new Failure(`the import was answered with ${response.status}`);
    }
    return [
      `${seconds.toFixed(1)} s`,
      String(imported.meta.tools_count),
      before.memory,
      readPeak(service),
      before.p99,
      takeP99(times),
    ];
  } finally {
    isOver = true;
    await reading;
    await service.stop();
  }
}

/** The 99th percentile since the last call. */
function takeP99(times: number[]): string {
  const sorted = times.splice(0).toSorted((left, right) => left - right);
  return `${(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN).toFixed(0)} ms`;
}

/** The most memory since the last call, which Linux keeps. */
function readPeak({ pid }: RunningService): string {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
  return `${((kilobytes * 1024) / 1e6).toFixed(0)} MB`;
}
