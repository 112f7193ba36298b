import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExampleApplication } from "./example.ts";

const answer = createExampleApplication();
const server = createServer((incoming, outgoing) => {
  const path = (incoming.url ?? "").split("?")[0] ?? "";
  if (!answer(path, incoming, outgoing)) {
    outgoing.writeHead(418).end();
  }
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const ask = async (path: string, key?: string, method = "GET") => {
  const headers = key === undefined ? {} : { "x-example-key": key };
  const response = await fetch(`${url}${path}`, { method, headers });
  const text = await response.text();
  return [response.status, text === "" ? null : JSON.parse(text)];
};

test("it greets without a key, and keeps the greetings of each key apart", async () => {
  expect(await ask("/example/hello?name=Ada")).toEqual([200, { greeting: "Hello, Ada!" }]);
  expect((await ask("/example/account"))[0]).toBe(401);
  expect((await ask("/example/account", "wrong"))[0]).toBe(401);
  expect(await ask("/example/account", "example-ada")).toEqual([200, { name: "ada" }]);
  expect((await ask("/example/greetings?name=Bo", "example-ada", "POST"))[0]).toBe(201);
  expect(await ask("/example/greetings", "example-ada")).toEqual([
    200,
    { greetings: [{ greeting: "Hello, Bo!" }] },
  ]);
  expect(await ask("/example/greetings", "example-bo")).toEqual([200, { greetings: [] }]);
  expect((await ask("/example/nothing", "example-bo"))[0]).toBe(404);
  expect((await ask("/examples"))[0]).toBe(418);
});

test("it forgets the oldest greetings and accounts", async () => {
  for (let count = 0; count < 25; count += 1) {
    await ask(`/example/greetings?name=n${count}`, "example-first", "POST");
  }
  const [, { greetings }] = await ask("/example/greetings", "example-first");
  expect([greetings.length, greetings[0].greeting]).toEqual([20, "Hello, n24!"]);
  for (let count = 0; count < 100; count += 1) {
    await ask("/example/greetings", `example-a${count}`, "POST");
  }
  expect(await ask("/example/greetings", "example-first")).toEqual([200, { greetings: [] }]);
});
