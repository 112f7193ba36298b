import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectToPort } from "../../../../test/support/raw-connection.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createUploadPlace } from "./support/upload-place.ts";

const deadlineMs = 5_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ places: [{ ...createUploadPlace(), deadlineMs }] });
});
afterAll(() => world.close());

test("a body that is arriving puts off the deadline", async () => {
  const connection = connectToPort(Number(new URL(world.url).port));
  const began = performance.now();
  const pieces = 30;
  connection.send(
    `PUT /uploads/x HTTP/1.1\r\nHost: a\r\nx-api-key: ${world.keys.project}\r\nContent-Length: ${pieces}\r\n\r\n`,
  );
  for (let piece = 0; piece < pieces; piece += 1) {
    await sleep(deadlineMs / 10);
    connection.send("x");
  }
  expect(await connection.received(/"bytes"/)).toMatch(/^HTTP\/1\.1 200 /);
  expect(performance.now() - began).toBeGreaterThan(2 * deadlineMs);
});
