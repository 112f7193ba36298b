import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../oauth/deployment.ts";

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment({ PLATFORM_EGRESS_ALLOW: "192.0.2.1/32" });
});
afterAll(() => deployment.close());

/** A document of about 1 MB, which takes the compiler and the database more than a second. */
function writeLongDocument(): string {
  const paths = Array.from({ length: 8_000 }, (_, index) => [
    `/a${index}`,
    { get: { operationId: `a${index}`, responses: { 200: { description: "Ok." } } } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Long", version: "1" },
    servers: [{ url: "https://192.0.2.1" }],
    paths: Object.fromEntries(paths),
  });
}

test("a process that stops answers imports that wait for the compiler with 503, and does not compile them", async () => {
  const bytes = Buffer.from(JSON.stringify({ slug: "long", document: writeLongDocument() }));
  let sent = 0;
  /** A stop cuts an upload that is still under way, so each says when it is sent. */
  const send = (): ReadableStream<Uint8Array> =>
    ReadableStream.from(
      (async function* () {
        for (let at = 0; at < bytes.length; at += 1_000_000) {
          yield bytes.subarray(at, at + 1_000_000);
        }
        sent += 1;
      })(),
    );
  const ask = async (index: number): Promise<number> => {
    const { api_key } = await deployment.owner.projects.createProject({
      body: { name: `project-${index}`, should_create_api_key: true },
    });
    const answer = await fetch(`${deployment.url}/api/v3/toolkits/import`, {
      method: "POST",
      headers: { "x-api-key": api_key ?? "", "content-type": "application/json" },
      body: send(),
      duplex: "half",
    });
    return answer.status;
  };
  const asked = Promise.allSettled(Array.from({ length: 16 }, (_, index) => ask(index)));
  await expect.poll(() => sent, { timeout: 60_000 }).toBe(16);
  // All have their place, and those of later projects wait.
  await expect
    .poll(() => deployment.log.some((line) => line.includes("importToolkit")), { timeout: 60_000 })
    .toBe(true);
  const began = performance.now();
  await deployment.serving.stop();
  const seconds = (performance.now() - began) / 1000;
  const statuses = (await asked).map((each) => (each.status === "fulfilled" ? each.value : 0));
  console.log(`stopped after ${seconds.toFixed(1)} s; answers: ${statuses.join(", ")}`);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([]);
  // Ten seconds are for running requests. Each document that is still compiled takes seconds more.
  expect(seconds).toBeLessThan(20);
}, 180_000);
