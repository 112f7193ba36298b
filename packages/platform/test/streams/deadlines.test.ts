import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectToPort, parseLastBody } from "../../../../test/support/raw-connection.ts";
import type { Place } from "../../src/api/http/places/place.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createUploadPlace } from "./support/upload-place.ts";

const deadlineMs = 500;
/** Far more than the deadline and a sweep. */
const patience = { timeout: 20_000 };

const answerLate = Promise.withResolvers<void>();
const seen: { signal?: AbortSignal; isCancelled: boolean } = { isCancelled: false };

/** A place whose handler answers when the test says so, and by then nobody waits. */
const silent: Place = {
  name: "testSilent",
  methods: ["GET"],
  path: "/silent/{name}",
  bodyLimit: 0,
  atOnce: 1,
  deadlineMs,
  admit: async () => ({ projectId: "proj_000000000000" }),
  answer: async ({ signal }) => {
    seen.signal = signal;
    await answerLate.promise;
    const cancel = (): void => {
      seen.isCancelled = true;
    };
    return { status: 200, headers: {}, body: new ReadableStream({ cancel }) };
  },
};

let world: World;
beforeAll(async () => {
  const upload = createUploadPlace({ onFailure: () => {} });
  world = await startWorld({ places: [silent, { ...upload, deadlineMs }] });
});
afterAll(() => world.close());

const connect = () => connectToPort(Number(new URL(world.url).port));

test("a request that its handler never answers is 503 at its deadline, its work is aborted, and its connection is free", async () => {
  const connection = connect();
  connection.send("GET /silent/a HTTP/1.1\r\nHost: a\r\n\r\n");
  const received = await connection.received(/request_id/);
  expect(received).toMatch(/^HTTP\/1\.1 503 /);
  expect(received).toMatch(/x-request-id: req_/);
  expect(parseLastBody(received)).toMatchObject({
    error: { slug: "Server_TimedOut", status: 503, code: 10504 },
  });
  expect(seen.signal?.aborted).toBe(true);
  // The same connection serves the next request.
  connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
  await connection.received(/"ok"/);
  const line = world.log.findLast((each) => each.includes('"operation":"testSilent"'));
  expect(line).toContain('"status":503');
  const metrics = await (await fetch(world.serving.metricsUrl ?? "")).text();
  expect(metrics).toMatch(/^platform_http_requests_in_flight 0$/m);
});

test("an answer that comes after the deadline is thrown away, and its place is free again", async () => {
  answerLate.resolve();
  await expect.poll(() => seen.isCancelled, patience).toBe(true);
  const response = await fetch(`${world.url}/silent/b`);
  expect(response.status).toBe(200);
  await response.body?.cancel();
});

test("a body that is arriving puts off the deadline", async () => {
  const connection = connect();
  const began = performance.now();
  const pieces = 30;
  connection.send(
    `PUT /uploads/x HTTP/1.1\r\nHost: a\r\nx-api-key: ${world.keys.project}\r\nContent-Length: ${pieces}\r\n\r\n`,
  );
  for (let piece = 0; piece < pieces; piece += 1) {
    await sleep(deadlineMs / 5);
    connection.send("x");
  }
  const received = await connection.received(/"bytes"/);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(performance.now() - began).toBeGreaterThan(5 * deadlineMs);
}, 60_000);
