import { expect, onTestFinished, test } from "vitest";
import { startCli } from "../../packages/specwright/test/start-cli.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { listCorpusDocuments } from "../corpus/documents.ts";
import { findFreePort } from "../support/free-port.ts";

const path = listCorpusDocuments().find(({ name }) => name === "digitalocean")?.path;

// In DigitalOcean's document, workspaces have agents, and agents have a workspace.
test.skipIf(path === undefined)(
  "a real document with circles is served by `specwright mock`, with examples that end early",
  async () => {
    const port = await findFreePort();
    const args = ["mock", path ?? "", "--port", String(port), "--start-limit", "300"];
    const mock = startCli(resolveInRoot("."), args);
    onTestFinished(async () => {
      mock.kill();
      await mock.ended;
    });
    await mock.waitFor(/Prism is listening/);
    expect(mock.printed()).toMatch(/references end early/);
    const answer = await fetch(`http://127.0.0.1:${port}/v2/gen-ai/workspaces`, {
      headers: { authorization: "Bearer token" },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ workspaces: [{ agents: [{}] }] });
  },
  320_000,
);
