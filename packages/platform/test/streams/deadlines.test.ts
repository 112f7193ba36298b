import { afterAll, beforeAll, expect, test } from "vitest";
import { connectToPort, parseLastBody } from "../../../../test/support/raw-connection.ts";
import type { Place } from "../../src/api/http/places/place.ts";
import { startWorld, type World } from "../e2e/world.ts";

const deadlineMs = 500;

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
  world = await startWorld({ places: [silent] });
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
  await expect
    .poll(async () => await (await fetch(world.serving.metricsUrl ?? "")).text())
    .toMatch(/^platform_http_requests_in_flight 0$/m);
});

test("an answer that comes after the deadline is thrown away, and its place is free again", async () => {
  answerLate.resolve();
  await expect.poll(() => seen.isCancelled).toBe(true);
  const ask = async () => {
    const response = await fetch(`${world.url}/silent/b`);
    await response.body?.cancel();
    return response.status;
  };
  // A busy machine may reach the short deadline again.
  await expect.poll(ask).toBe(200);
});
