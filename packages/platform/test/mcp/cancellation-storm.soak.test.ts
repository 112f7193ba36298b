import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeToolkits } from "../e2e/documents.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { type JsonApplication, startJsonApplication } from "./support/json-application.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";

/** Requests of a storm, those at the same time, and the neighbour's calls at least. */
const [requests, atOnce, calls] = [1_000, 8, 40];

let application: JsonApplication;
let world: World;
/** An endpoint with the key of its project: requests without a key share the queue of their address (ADR 112). */
interface Endpoint {
  readonly url: string;
  readonly key: string;
}

let stormy: Endpoint;
let quiet: Endpoint;
beforeAll(async () => {
  application = await startJsonApplication();
  world = await startWorld({
    environment: { PLATFORM_RATE_LIMIT: "1000000" },
    writeToolkits: (url) => {
      const folder = writeToolkits(url);
      writeFileSync(join(folder, "json.yaml"), application.document);
      return folder;
    },
  });
  const { url, platform, other, keys } = world;
  stormy = { url: await createSignedEndpoint({ url, platform }, ["json"]), key: keys.project };
  quiet = {
    url: await createSignedEndpoint({ url, platform: other }, ["json"]),
    key: keys.other,
  };
});
afterAll(async () => {
  await world?.close();
  await application?.close();
});

function send(at: Endpoint, message: object, signal?: AbortSignal): Promise<Response> {
  return fetch(at.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "x-api-key": at.key,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    ...(signal && { signal }),
  });
}

const wait = { method: "tools/call", params: { name: "JSON_WAIT" } };

function cancel(at: Endpoint, requestId: number): Promise<Response> {
  return send(at, { method: "notifications/cancelled", params: { requestId } });
}

/** The requests of a storm, by their numbers. They use the ids of the neighbour. */
const storms = {
  "harmless requests": async (id: number) => {
    await (await send(stormy, { id, method: "ping" })).arrayBuffer();
  },
  "cancellations of requests that do not exist": async (id: number) => {
    expect((await cancel(stormy, id)).status).toBe(202);
  },
  "calls that are cancelled": async (id: number) => {
    const called = send(stormy, { id, ...wait });
    // The call may not have begun yet, and then runs to its end.
    await cancel(stormy, id);
    await cancel(stormy, id);
    expect([200, 202]).toContain((await called).status);
  },
  "requests whose client leaves": async (id: number) => {
    const leaving = new AbortController();
    const left = send(stormy, { id, ...wait }, leaving.signal).catch(() => undefined);
    setTimeout(() => leaving.abort(), id % 8);
    await left;
    // Otherwise connections would be opened faster than any process accepts them.
    await storms["harmless requests"](id);
  },
};

/** The median of the neighbour's calls in milliseconds, while the storm lasts. */
async function measureNeighbour(storm: (id: number) => Promise<void>): Promise<number> {
  let sent = 0;
  let isOver = false;
  const times: number[] = [];
  const speak = async (): Promise<void> => {
    while (sent < requests || times.length < calls) {
      sent += 1;
      await storm(sent);
    }
    isOver = true;
  };
  const live = async (): Promise<void> => {
    for (let id = 1; !isOver; id += 1) {
      const began = performance.now();
      const response = await send(quiet, {
        id,
        method: "tools/call",
        params: { name: "JSON_GET_OBJECT" },
      });
      const answer = Object(await response.json());
      times.push(performance.now() - began);
      expect(answer).toMatchObject({ id, result: { content: [{ text: '{"items":[1,2]}' }] } });
    }
  };
  await Promise.all([live(), ...Array.from({ length: atOnce }, speak)]);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

test("a storm of cancellations delays a neighbour no more than as many harmless requests", async () => {
  const medians = new Map<string, number>();
  for (const [name, storm] of Object.entries(storms)) {
    medians.set(name, await measureNeighbour(storm));
  }
  console.log(`  medians of the neighbour, in ms: ${JSON.stringify(Object.fromEntries(medians))}`);
  const baseline = medians.get("harmless requests") ?? Number.NaN;
  for (const [name, median] of medians) {
    expect(median / baseline, name).toBeLessThan(4);
  }
  // Nothing is left of the storms: the project that sent them has all of its slots again.
  const slots = Array.from({ length: 20 }, async (_, id) => {
    const answer = Object(await (await send(stormy, { id, ...wait })).json());
    return answer.result?.isError ?? false;
  });
  expect((await Promise.all(slots)).filter(Boolean)).toEqual([]);
  expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);
}, 600_000);
