import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../oauth/deployment.ts";

/** A document whose description has this many bytes. */
function writeDocument(bytes: number): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Long", version: "1", description: "x".repeat(bytes) },
    servers: [{ url: "https://192.0.2.1" }],
    paths: { "/a": { get: { operationId: "a", responses: { 200: { description: "Done." } } } } },
  });
}

const mebibyte = 1024 * 1024;

describe("the bodies of imports", () => {
  let deployment: Deployment;
  const data = mkdtempSync(join(tmpdir(), "platform-imports-"));
  const listSpooled = () => listFiles(join(data, "spool"));
  beforeAll(async () => {
    deployment = await startDeployment({
      PLATFORM_DATA: data,
      PLATFORM_EGRESS_ALLOW: "192.0.2.1/32",
    });
  });
  afterAll(async () => {
    await deployment.close();
    rmSync(data, { recursive: true });
  });

  const send = (body: string, key = deployment.key) =>
    fetch(`${deployment.url}/api/v3/toolkits/import`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body,
    });
  const bring = (slug: string, document: string, key?: string) =>
    send(JSON.stringify({ slug, document }), key);

  /** Begins an import, and sends all of its body but the last byte. Returns how to send that, or to leave. */
  const begin = async (slug: string) => {
    const body = JSON.stringify({ slug, document: writeDocument(2 * mebibyte) });
    const outgoing = request(`${deployment.url}/api/v3/toolkits/import`, {
      method: "POST",
      headers: {
        "x-api-key": deployment.key,
        "content-type": "application/json",
        "content-length": body.length,
      },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      outgoing.once("response", (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode);
      });
      outgoing.once("error", reject);
    });
    status.catch(() => {});
    await new Promise<void>((resolve) => outgoing.write(body.slice(0, -1), () => resolve()));
    await expect.poll(() => listSpooled()).toHaveLength(1);
    return {
      status,
      end: () => outgoing.end(body.slice(-1)),
      leave: () => outgoing.destroy(),
    };
  };

  test("one import of a project at a time: another one gets 429 with Retry-After, whatever is in it, and other projects have their own", async () => {
    const first = await begin("first");
    const refused = await bring("second", "not read");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: { slug: "Request_RateLimited", message: expect.stringContaining("already importing") },
    });
    const other = await deployment.owner.projects.createProject({
      body: { name: "other", should_create_api_key: true },
    });
    expect((await bring("other", writeDocument(10), other.api_key ?? "")).status).toBe(201);
    first.end();
    expect(await first.status).toBe(201);
    expect((await bring("second", writeDocument(10))).status).toBe(201);
    await expect.poll(() => listSpooled()).toEqual([]);
  });

  test("a client that leaves in the middle gives its place back, and its bytes are removed", async () => {
    const first = await begin("left");
    first.leave();
    await expect.poll(() => listSpooled()).toEqual([]);
    await expect.poll(async () => (await bring("left", writeDocument(10))).status).toBe(201);
  });

  test("a body that is too large, or not JSON, or without a document, gets the errors of all bodies", async () => {
    const large = await bring("large", "x".repeat(33 * mebibyte));
    expect(large.status).toBe(413);
    const wrong = ["{nothing", "[1]", '{"slug":"a"}', '{"slug":"a","document":{}}'];
    const found = [];
    for (const body of wrong) {
      const answer = await send(body);
      const { error } = (await answer.json()) as { error: { errors: string[] } };
      found.push([answer.status, error.errors[0]]);
    }
    expect(found).toEqual([
      [400, "body: not valid JSON"],
      [400, expect.stringMatching(/^body: /)],
      [400, "body.document: required"],
      [400, expect.stringMatching(/^body\.document/)],
    ]);
    await expect.poll(() => listSpooled()).toEqual([]);
  });

  test("a repeated request with an Idempotency-Key gets the first answer, and another document with it 422", async () => {
    const ask = (document: unknown) =>
      fetch(`${deployment.url}/api/v3/toolkits/import`, {
        method: "POST",
        headers: {
          "x-api-key": deployment.key,
          "content-type": "application/json",
          "idempotency-key": "once",
        },
        body: JSON.stringify({ slug: "once", document }),
      });
    const first = await ask(writeDocument(10));
    expect(first.status).toBe(201);
    const again = await ask(writeDocument(10));
    expect([again.status, await again.text()]).toEqual([201, await first.text()]);
    expect((await ask(writeDocument(11))).status).toBe(422);
  });
});

/** The files of bodies in a spool. */
function listFiles(spool: string): readonly string[] {
  return (existsSync(spool) ? readdirSync(spool) : []).flatMap((folder) =>
    readdirSync(join(spool, folder)).filter((name) => !name.startsWith("lock")),
  );
}
