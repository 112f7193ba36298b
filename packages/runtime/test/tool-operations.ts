import { type ClientOperation, jsonBody } from "../src/v1/client.ts";

/** An operation with a parameter of each place. */
export const getTool: ClientOperation = {
  name: "getTool",
  method: "GET",
  path: "/tools/{slug}",
  parameters: [
    { name: "slug", in: "path" },
    { name: "tags", in: "query", explode: false },
    { name: "X-Trace", in: "header" },
    { name: "session", in: "cookie" },
  ],
};

/** A POST that takes an idempotency key. */
export const createTool: ClientOperation = {
  name: "createTool",
  method: "POST",
  path: "/tools",
  parameters: [{ name: "Idempotency-Key", in: "header" }],
  body: { "application/json": jsonBody },
  idempotencyKey: "Idempotency-Key",
};

/** A POST without an idempotency key. */
export const runTool: ClientOperation = {
  name: "runTool",
  method: "POST",
  path: "/run",
  body: { "application/json": jsonBody },
};

/** Calls without waiting for real: full jitter makes the waits random, and zero is one of them. */
export async function runQuickly<T>(run: () => Promise<T>): Promise<T> {
  const { random } = Math;
  Math.random = () => 0;
  try {
    return await run();
  } finally {
    Math.random = random;
  }
}
