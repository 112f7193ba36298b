import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationPlace } from "../../../../scripts/support/operations.ts";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { writeExecutions } from "../../src/domain/logs/record-execution.ts";
import { createLogId } from "../../src/domain/logs/tool-execution-logs.ts";
import { runInProject } from "../../src/domain/scope.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { addAccounts } from "../../src/testing/fill-accounts.ts";
import { testExecution } from "../../src/testing/test-execution.ts";
import { goodKey } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { readPostgresEnvironment, startWorld, type World } from "../e2e/world.ts";
import { draftRequest, toRequest } from "../isolation/draft-request.ts";
import { classifyPosition, findTextPositions, type IdPosition } from "../isolation/id-positions.ts";
import { type SeededProject, seedProject } from "../isolation/seed-project.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";
import { createReplicaClient } from "./support/deployment.ts";
import { type Loudness, listLoudRequests } from "./support/loud-requests.ts";
import type { SentNoise } from "./support/noise-sender.ts";

const server = findNeed("postgresql");
const only = process.env.NOISE?.split(",");

/** Connections of the noisy project, and the milliseconds for which it uses them at each operation. */
const connections = 40;
const noiseMs = 1_800;
const sender = fileURLToPath(new URL("./support/noise-sender.ts", import.meta.url));

/** Milliseconds that nobody waits longer than, in 99 of 100 cases (docs/security/attacks.md). */
const promised = { list: 250, execution: 250, health: 50 };

let folder = "";
let databaseUrl = "";
/** The host of the deployment, as a proxy in front of the replica sends it. Sessions refuse others. */
let host = "";
let world: World;
let replica: PlatformProcess;
let noisy: SeededProject;
let quiet: SeededProject;

beforeAll(async () => {
  if (server === undefined) {
    return;
  }
  databaseUrl = await createDatabase(server);
  const environment: Readonly<Record<string, string>> = {
    ...(await readPostgresEnvironment(databaseUrl)),
    PLATFORM_RATE_LIMIT: "1000000",
    PLATFORM_LOG_LEVEL: "warn",
  };
  ({ host } = new URL(environment.PLATFORM_BASE_URL ?? ""));
  // The project is filled through a service of its own, which does nothing afterwards.
  world = await startWorld({
    storage: "PostgreSQL",
    environment: { ...environment, PLATFORM_ROLE: "api" },
    writeToolkits: (url) => {
      folder = writeToolkits(url);
      return folder;
    },
  });
  const { organization } = await world.owner.auth.getSessionInfo();
  const home = { id: organization.id, key: world.keys.owner };
  quiet = await seedProject(world, home, "QUIETA", goodKey);
  const seeded = await seedProject(world, home, "NOISYA", goodKey);
  // The owner's operations delete this project and replace its keys.
  const spare = await world.owner.projects.createProject({ body: { name: "spare" } });
  noisy = { ...seeded, ids: { ...seeded.ids, proj: spare.id } };
  await fill(noisy);
  rmSync(join(folder, "hackernews.yaml"));
  replica = await startProcess({ ...environment, PLATFORM_TOOLKITS: folder });
}, 120_000);
afterAll(() => world?.close());

/** A thousand logs with bodies, and two thousand accounts. */
async function fill({ projectId, ids }: SeededProject): Promise<void> {
  const { platform } = world.serving;
  const text = "a sentence of a log. ".repeat(70);
  for (let batch = 0; batch < 20; batch += 1) {
    await runInProject(platform, projectId, async (scope) => {
      const all = Array.from({ length: 50 }, () =>
        testExecution({ id: createLogId(), arguments: { text }, data: { text, list: [1, 2, 3] } }),
      );
      await writeExecutions(scope, { begun: all, ended: [] });
      const ended = all.map((each) => ({ ...each, end: each }));
      await writeExecutions(scope, { begun: [], ended });
    });
  }
  await addAccounts(platform, projectId, [ids.ac], 2_000, "acme");
}

const positions = findTextPositions().flatMap((position): readonly IdPosition[] => {
  const kind = classifyPosition(position);
  return kind === undefined || kind === "unknown" ? [] : [{ ...position, kind }];
});

async function buildNoise(
  place: OperationPlace,
  loudness: Loudness,
  ms: number,
): Promise<SentNoise> {
  const { operationId } = place.operation;
  const { document } = await bundleTheDocument();
  const mine = positions.filter(({ operation }) => operation.name === operationId);
  const draft = draftRequest(document, place, mine, noisy.ids);
  const { query = {}, body = draft.body } = loudness;
  const loud = { ...draft, query: { ...draft.query, ...query }, body };
  const key = draft.scheme === "OrganizationKey" ? noisy.organizationKey : noisy.key;
  const request = toRequest(loud, replica.url, draft.scheme && key);
  return {
    url: request.url,
    method: request.method,
    headers: { ...Object.fromEntries(request.headers), host },
    body: request.body === null ? undefined : await request.text(),
    connections,
    ms,
  };
}

/**
 * Lets PostgreSQL count the rows of a database that was empty a moment ago, as autovacuum does within a minute. Until then a plan
 * that was made for a few auth configs is kept, and compares a thousand accounts with each of the thousands that a noise has made.
 */
async function analyze(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("analyze");
  await client.end();
}

const run = promisify(execFile);

async function makeNoise(noise: SentNoise): Promise<string> {
  const words = ["-C", "source", sender, JSON.stringify(noise)];
  return (await run(process.execPath, words)).stdout;
}

type Kind = "list" | "execution" | "health";

/** Waiting times of another project, in milliseconds, until the signal aborts. */
async function measure(signal: AbortSignal): Promise<Readonly<Record<Kind, readonly number[]>>> {
  const platform = createReplicaClient(replica.url, quiet.key);
  const body = {
    connected_account_id: quiet.ids.ca,
    version: "latest",
    arguments: { title: "a" },
  };
  const calls: Readonly<Record<Kind, () => Promise<unknown>>> = {
    list: () => platform.connectedAccounts.listConnectedAccounts({ limit: 20 }),
    execution: () => platform.tools.executeTool({ tool_slug: "ACME_CREATE_THING", body }),
    health: () => fetch(`${replica.url}/health`).then((response) => response.text()),
  };
  const times: Record<Kind, number[]> = { list: [], execution: [], health: [] };
  const repeat = async (kind: Kind): Promise<void> => {
    while (!signal.aborted) {
      const began = performance.now();
      await calls[kind]();
      times[kind].push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  await Promise.all([repeat("list"), repeat("execution"), repeat("health")]);
  return times;
}

const computeP99 = (times: readonly number[]): number =>
  Math.round(
    times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * 0.99)] ?? 0,
  );

const computeAll = (times: Readonly<Record<Kind, readonly number[]>>) => ({
  list: computeP99(times.list),
  execution: computeP99(times.execution),
  health: computeP99(times.health),
});

/** The waiting times of another project while a noise is made, and what the noise was answered. */
async function measureBeside(noise: SentNoise) {
  const making = makeNoise(noise);
  // The noise begins with the start of its process.
  await new Promise((resolve) => setTimeout(resolve, 150));
  const p99 = computeAll(await measure(AbortSignal.timeout(noise.ms)));
  return { ...p99, answers: await making };
}

/** The calls that took longer than is promised, and than three times as long as without a noise: a machine may be busy. */
function findLate(
  p99: Readonly<Record<Kind, number>>,
  baseline: Readonly<Record<Kind, number>>,
): readonly Kind[] {
  const kinds: readonly Kind[] = ["list", "execution", "health"];
  return kinds.filter((kind) => p99[kind] > Math.max(promised[kind], 3 * baseline[kind]));
}

test.skipIf(server === undefined)(
  "a project at full load on any operation does not delay the list, the execution and the health check of another",
  async () => {
    // Deletions come last, so that the lists before them are long.
    const step = chooseAmount(3, 1);
    const places = world.coverage.places
      .filter((_, index) => only !== undefined || index % step === 0)
      .toSorted(
        (one, other) => Number(one.method === "delete") - Number(other.method === "delete"),
      );
    const baseline = computeAll(await measure(AbortSignal.timeout(3_000)));
    const rows: Record<string, Readonly<Record<Kind, number>>> = { nobody: baseline };
    const late: string[] = [];
    for (const place of places) {
      const { operationId } = place.operation;
      if (only !== undefined && !only.includes(operationId)) {
        continue;
      }
      await analyze();
      for (const loudness of listLoudRequests(operationId, noisy.ids)) {
        const { name } = loudness;
        const noise = name === undefined ? operationId : `${operationId}, ${name}`;
        const beside = async (ms: number) =>
          await measureBeside(await buildNoise(place, loudness, ms));
        rows[noise] = await beside(noiseMs);
        let found = findLate(rows[noise], baseline);
        if (found.length > 0) {
          // A pause of the machine delays one of sixty calls, which decides a p99, so the second try lasts four times as long. And the
          // machine may have become busier since the start, so it has a baseline of its own.
          const now = computeAll(await measure(AbortSignal.timeout(noiseMs)));
          rows[`nobody, before ${noise}`] = now;
          rows[noise] = await beside(4 * noiseMs);
          found = findLate(rows[noise], now);
        }
        late.push(...found.map((kind) => `${noise}: ${kind} ${rows[noise]?.[kind]} ms`));
      }
    }
    console.table(rows);
    expect(late).toEqual([]);
    replica.send("SIGTERM");
    expect({ code: await replica.ended, logs: replica.text().slice(-4000) }).toMatchObject({
      code: 0,
    });
  },
  600_000,
);
