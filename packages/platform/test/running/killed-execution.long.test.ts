import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { startProcess } from "./support/platform-process.ts";

test("the call of a process that is killed before the answer came has left its log", async () => {
  const data = mkdtempSync(join(tmpdir(), "platform-killed-"));
  const environment = { PLATFORM_DATA: data };
  const first = await startProcess(environment);
  // The call has its effect at the application, and the process is killed before the response.
  const application = createServer(() => first.send("SIGKILL"));
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = application.address() as AddressInfo;
  const key = /ak_[\w-]+/.exec(first.text())?.[0] ?? "";
  const execution = createPlatform({ baseUrl: first.url, auth: { ProjectKey: key }, retries: 0 });
  const call = execution.tools.executeTool({
    tool_slug: "HACKERNEWS_GET_ITEM",
    body: {
      version: "latest",
      arguments: { id: 8863 },
      custom_auth_params: { base_url: `http://127.0.0.1:${port}` },
    },
  });
  await expect(call).rejects.toThrow();
  await first.ended;
  application.closeAllConnections();
  application.close();

  const second = await startProcess(environment);
  const { logs } = await createPlatform({
    baseUrl: second.url,
    auth: { ProjectKey: key },
  }).logs.listToolExecutionLogs({ body: {} });
  expect(logs).toMatchObject([
    {
      tool_slug: "HACKERNEWS_GET_ITEM",
      // `interrupted` if a start took longer than the lease of 90 s.
      status: expect.stringMatching(/^(?:running|interrupted)$/),
      arguments: { id: 8863 },
      data: null,
    },
  ]);
  second.send("SIGTERM");
  await second.ended;
  rmSync(data, { recursive: true, force: true });
});
