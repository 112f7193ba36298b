import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { prepareDataDirectory } from "../../src/testing/pglite-snapshot.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";

/** An application whose every answer has 1.5 million characters of JSON. */
const answer = JSON.stringify({ text: "x".repeat(1_500_000) });
let application: Server;
let calls = 0;
let folder: string;
let service: PlatformProcess;
beforeAll(async () => {
  application = createServer((_, outgoing) => {
    calls += 1;
    outgoing.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = application.address() as AddressInfo;
  folder = mkdtempSync(join(tmpdir(), "platform-many-results-"));
  const toolkits = mkdtempSync(join(folder, "toolkits-"));
  writeFileSync(
    join(toolkits, "long.yaml"),
    `${writePlainHead("long", `http://127.0.0.1:${port}`)}
  auth: []
security: []
paths:
  /text:
    get: { operationId: getText, summary: Get text, description: Answers a long text., responses: { '200': { description: Done. } } }
`,
  );
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

/** The most memory that the process has had since the last call, in MiB. */
function readPeak(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, "utf8");
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  writeFileSync(`/proc/${service.pid}/clear_refs`, "5");
  return Math.round(peak);
}

test("of fifty tools at once, each has its handle, and they need the memory of ten", async () => {
  const key = /\bak_[\w-]+/.exec(service.text())?.[0] ?? "";
  const platform = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
  const session = await platform.toolRouter.createSession({
    body: { user_id: "reader" },
  });
  const execute = (count: number) =>
    platform.toolRouter.executeMetaTool({
      session_id: session.session_id,
      body: {
        slug: "PLATFORM_MULTI_EXECUTE_TOOL",
        arguments: { tools: Array(count).fill({ tool_slug: "LONG_GET_TEXT" }) },
      },
    });
  // All modules are loaded, and the heap has grown for ten answers.
  await execute(10);
  readPeak();
  await execute(10);
  const ten = readPeak();
  const before = calls;
  const { data } = await execute(50);
  const fifty = readPeak();
  console.log(`peaks in MiB: ${ten} for ten tools, ${fifty} for fifty`);
  expect(calls - before).toBe(50);
  // The data of this meta tool has this form.
  const { results, success_count } = data as {
    readonly success_count: number;
    readonly results: readonly { readonly data: Readonly<Record<string, unknown>> }[];
  };
  expect(success_count).toBe(50);
  const handles = new Set(results.map(({ data: each }) => each.handle));
  expect(handles.size).toBe(50);
  expect(handles).not.toContain(null);
  // Forty more answers of 1.5 MB are 60 MB as text alone, and several times that while they are read.
  expect(fifty - ten).toBeLessThan(100);
}, 120_000);
