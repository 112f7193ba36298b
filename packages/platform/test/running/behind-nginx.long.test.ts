import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, fetch as fetchFrom, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { createDeployment, createTenant } from "../chaos/support/deployment.ts";
import { openClient } from "../e2e/suites/mcp/open-client.ts";
import { type Nginx, prepareNginx } from "./support/nginx.ts";
import { startProcess } from "./support/platform-process.ts";

const server = findNeed("postgresql");
const program = findNeed("nginx");
const limit = 400;

/** The answers to requests for `/slow` that are still to be given. */
const slow = new Set<ServerResponse>();

describe.skipIf(server === undefined || program === undefined)("two replicas behind nginx", () => {
  let nginx: Nginx;
  let platform: Platform;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    nginx = await prepareNginx(program ?? "");
    closing.push(nginx.close);
    // Clients of the tests trust the certificate.
    const before = getGlobalDispatcher();
    setGlobalDispatcher(new Agent({ connect: { ca: nginx.certificate } }));
    closing.push(() => setGlobalDispatcher(before));
    const data = mkdtempSync(join(tmpdir(), "platform-nginx-"));
    closing.push(() => rmSync(data, { recursive: true, force: true }));
    const { environment, ownerKey } = await createDeployment(await createDatabase(server ?? ""), {
      PLATFORM_BASE_URL: nginx.url,
      PLATFORM_TRUSTED_PROXIES: "127.0.0.1",
      PLATFORM_RATE_LIMIT: String(limit),
      // The replicas of this test share a disk.
      PLATFORM_DATA: data,
      PLATFORM_DISK_RESERVE: "off",
    });
    const replicas = [await startProcess(environment), await startProcess(environment)];
    closing.push(async () => {
      for (const replica of replicas) {
        replica.send("SIGKILL");
        await replica.ended;
      }
    });
    await nginx.point(replicas.map(({ url }) => url));
    ({ platform } = await createTenant(nginx.url, ownerKey, "harbour"));
    const application = createServer((request, response) => {
      if (request.url === "/slow") {
        slow.add(response);
        return;
      }
      request.resume().once("end", () => answer(response));
    });
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    closing.push(() => application.close());
    const { port } = application.address() as AddressInfo;
    await platform.toolkits.importToolkit({
      body: { slug: "harbour", document: describeApplication(`http://127.0.0.1:${port}`) },
    });
  }, 120_000);
  afterAll(async () => {
    for (const close of closing.toReversed()) {
      await close();
    }
  });

  test("nginx accepts the configuration, and sends browsers to the encrypted address", async () => {
    expect(nginx.verdict).toContain("test is successful");
    expect(nginx.verdict).not.toContain("[warn]");
    const { status, headers } = await fetch(`${nginx.plainUrl}/x?y=1`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, "https://localhost/x?y=1"]);
  });

  test("reports of progress arrive while the call runs", async () => {
    await platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
    const { id } = await platform.mcp.createCustomMcpServer({
      body: { name: "Behind nginx", toolkits: ["harbour"] },
    });
    const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
      body: { mcp_server_id: id, user_ids: ["kim"] },
    });
    const client = await openClient(urls[0] ?? "");
    // The application answers as soon as a report has arrived, and not before.
    const done = await client.callTool({ name: "HARBOUR_GET_SLOW", arguments: {} }, undefined, {
      onprogress: () => {
        for (const response of slow) {
          answer(response);
          slow.delete(response);
        }
      },
    });
    expect(done.structuredContent).toEqual({ done: true });
    await client.close();
  }, 30_000);

  test("a file of 100 MiB is uploaded and downloaded", async () => {
    const bytes = randomBytes(100 * 1024 * 1024);
    const upload = await platform.files.requestFileUpload({
      body: {
        toolkit_slug: "harbour",
        tool_slug: "HARBOUR_STORE_CARGO",
        filename: "cargo.bin",
        mimetype: "application/octet-stream",
        md5: createHash("md5").update(bytes).digest("hex"),
      },
    });
    const target = upload.new_presigned_url;
    expect(target).toContain(nginx.url);
    const put = await fetch(target, {
      method: "PUT",
      body: bytes,
      headers: { "content-type": "application/octet-stream" },
    });
    expect([put.status, await put.text()]).toEqual([200, ""]);
    const { items } = await platform.files.listFiles({});
    expect(items.map(({ size }) => size)).toEqual([bytes.length]);
  }, 60_000);

  test("a stranger without a key uses up the limit of one address, whatever the headers say", async () => {
    const send = async (
      from: string,
      key: string,
      headers: Record<string, string> = {},
    ): Promise<number> => {
      // An address in `connect` would be ignored.
      const dispatcher = new Agent({ localAddress: from, connect: { ca: nginx.certificate } });
      const { status, body } = await fetchFrom(`${nginx.url}/api/v3/toolkits`, {
        headers: { "x-api-key": key, ...headers },
        dispatcher,
      });
      await body?.cancel();
      await dispatcher.close();
      return status;
    };
    const statuses = new Set<number>();
    for (let sent = 0; sent < 4 * limit && !statuses.has(429); sent += 1) {
      const forged = { "x-forwarded-for": `198.51.100.${sent % 250}`, forwarded: "for=1.1.1.1" };
      statuses.add(await send("127.0.0.2", `ak_wrong_${sent}`, sent % 2 === 0 ? forged : {}));
    }
    expect([...statuses].toSorted()).toEqual([401, 429]);
    expect(await send("127.0.0.3", "ak_another")).toBe(401);
    expect((await platform.toolkits.listToolkits({ limit: 1 })).items).toHaveLength(1);
  }, 60_000);
});

function answer(response: ServerResponse): void {
  response.setHeader("content-type", "application/json").end('{"done":true}');
}

function describeApplication(url: string): string {
  const done = {
    "200": {
      description: "Done.",
      content: {
        "application/json": {
          schema: { type: "object", properties: { done: { type: "boolean" } } },
        },
      },
    },
  };
  const cargo = { type: "object", properties: { cargo: { type: "string", format: "binary" } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1.0.0" },
    servers: [{ url }],
    paths: {
      "/slow": { get: { operationId: "getSlow", summary: "Answer later", responses: done } },
      "/cargo": {
        post: {
          operationId: "storeCargo",
          summary: "Store cargo",
          requestBody: { required: true, content: { "multipart/form-data": { schema: cargo } } },
          responses: done,
        },
      },
    },
  });
}
