import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { prepareDataDirectory } from "../../src/testing/pglite-snapshot.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";

const mebibyte = 1024 * 1024;
const size = 100 * mebibyte;
const piece = Buffer.alloc(mebibyte).map((_, index) => index % 251);

/** 100 MiB, a piece at a time. */
function* pieces(): Generator<Uint8Array> {
  for (let sent = 0; sent < size; sent += piece.length) {
    yield piece;
  }
}

const hash = createHash("md5");
for (const each of pieces()) {
  hash.update(each);
}
const md5 = hash.digest("hex");

/** An application that keeps nothing: it counts what it gets, and sends 100 MiB. */
let application: Server;
const received: { bytes: number; readonly type: string }[] = [];
let folder: string;
let service: PlatformProcess;
beforeAll(async () => {
  application = createServer((incoming, outgoing) => {
    if (incoming.method === "GET") {
      outgoing.writeHead(200, { "content-type": "application/zip" });
      Readable.from(pieces()).pipe(outgoing);
      return;
    }
    const seen = { bytes: 0, type: incoming.headers["content-type"] ?? "" };
    received.push(seen);
    incoming.on("data", (each: Buffer) => {
      seen.bytes += each.length;
    });
    incoming.on("end", () => outgoing.end());
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = application.address() as AddressInfo;
  folder = mkdtempSync(join(tmpdir(), "platform-large-files-"));
  const toolkits = mkdtempSync(join(folder, "toolkits-"));
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(toolkits, "large.yaml"), describeToolkit(url));
  writeFileSync(join(toolkits, "locked.yaml"), describeLockedToolkit(url));
  await prepareDataDirectory(folder);
  service = await startProcess({ PLATFORM_DATA: folder, PLATFORM_TOOLKITS: toolkits });
}, 120_000);
afterAll(async () => {
  service?.send("SIGTERM");
  await service?.ended;
  application?.closeAllConnections();
  application?.close();
  rmSync(folder, { recursive: true, force: true });
});

function describeToolkit(url: string): string {
  return `${writePlainHead("large", url)}
  auth: []
security: []
paths:
  /files:
    get: { operationId: getFile, summary: Get file, description: Answers a large file., responses: &ok { '200': { description: Done. } } }
    post:
      operationId: uploadFile
      summary: Upload file
      description: Takes a file.
      requestBody:
        required: true
        content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } } } }
      responses: *ok
`;
}

/** Requests through the proxy need an account, and therefore a toolkit with a key. */
function describeLockedToolkit(url: string): string {
  return `${writePlainHead("locked", url)}
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /files:
    get: { operationId: getFile, summary: Get file, description: Answers a large file., responses: { '200': { description: Done. } } }
`;
}

async function connectLocked(platform: Platform): Promise<string> {
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "locked" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    },
  });
  const val = { status: "ACTIVE" as const, generic_api_key: "key" };
  const account = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: "ada", state: { authScheme: "API_KEY", val } },
    },
  });
  return account.id;
}

/** The most memory that the process has had since the last call, in MiB. */
function readPeak(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, "utf8");
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  writeFileSync(`/proc/${service.pid}/clear_refs`, "5");
  return Math.round(peak);
}

async function countBytes(response: Response): Promise<{ bytes: number; md5: string }> {
  const seen = createHash("md5");
  let bytes = 0;
  for await (const each of response.body ?? []) {
    bytes += each.length;
    seen.update(each);
  }
  return { bytes, md5: seen.digest("hex") };
}

test("files of 100 MiB go up, through and down, and four at a time do not need the memory of two", async () => {
  const key = /\bak_[\w-]+/.exec(service.text())?.[0] ?? "";
  const platform = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
  const tool_slug = "LARGE_UPLOAD_FILE";
  const upload = async (filename: string, body: ReadableStream | string, hash: string) => {
    const requested = await platform.files.requestFileUpload({
      body: { toolkit_slug: "large", tool_slug, filename, mimetype: "application/zip", md5: hash },
    });
    const headers = { "content-type": "application/zip" };
    const options = { method: "PUT", body, headers, duplex: "half" } as const;
    const url = requested.new_presigned_url.replace(/^http:\/\/[^/]+/, service.url);
    expect((await fetch(url, options)).status).toBe(200);
    return { name: filename, mimetype: "application/zip", key: requested.key };
  };
  const take = async (file: Awaited<ReturnType<typeof upload>>): Promise<void> => {
    const taken = await platform.tools.executeTool({ tool_slug, body: { arguments: { file } } });
    expect(taken.successful).toBe(true);
  };
  const readResult = async (): Promise<string> => {
    const given = await platform.tools.executeTool({
      tool_slug: "LARGE_GET_FILE",
      body: { arguments: {} },
    });
    const { file } = given.data as { readonly file: { readonly url: string } };
    return file.url;
  };
  const connected_account_id = await connectLocked(platform);
  const readProxied = async (): Promise<string> => {
    const answer = await platform.tools.proxyRequest({
      body: { endpoint: "/files", method: "GET", connected_account_id },
    });
    expect(answer).toMatchObject({ data: null, binary_data: { size } });
    return answer.binary_data?.url ?? "";
  };
  const download = async (url: string): Promise<{ bytes: number; md5: string }> =>
    await countBytes(await fetch(url.replace(/^http:\/\/[^/]+/, service.url)));
  const runFourTimes = (work: (index: number) => Promise<unknown>): Promise<unknown> =>
    Promise.all(Array.from({ length: 4 }, (_, index) => work(index)));
  // A small file first, so that all modules are loaded.
  await take(await upload("small.zip", "small", createHash("md5").update("small").digest("hex")));
  readPeak();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = readPeak();
  const send = () => upload("large.zip", ReadableStream.from(pieces()), md5);
  const large = await send();
  await runFourTimes(send);
  const up = readPeak();
  await runFourTimes(async (index) => {
    const url = await (index % 2 === 0 ? readResult() : readProxied());
    expect(await download(url)).toEqual({ bytes: size, md5 });
  });
  const down = readPeak();
  await runFourTimes(() => take(large));
  const through = readPeak();
  console.log(`peaks in MiB: ${before} before, ${up} up, ${down} down, ${through} through`);
  expect(received.at(-1)?.bytes).toBeGreaterThan(size);
  expect(received.at(-1)?.type).toMatch(/^multipart\/form-data/);
  // Four files that are held whole would be 400 more. Pieces wait for the garbage collector.
  for (const peak of [up, down, through]) {
    expect(peak - before).toBeLessThan(200);
  }
}, 180_000);
