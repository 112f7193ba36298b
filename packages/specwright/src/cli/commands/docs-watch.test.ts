import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { bin, run } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, replaceFiles } from "../../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths: {}
`;
const args = ["docs", "openapi.yaml", "--out", "site", "--guides", "guides", "--watch"];

interface Watching {
  readonly child: ChildProcess;
  /** Waits until the output has a text, and forgets the output up to its end. Returns the rest of its line. */
  readonly waitFor: (text: string) => Promise<string>;
}

function start(folder: string, ...more: readonly string[]): Watching {
  const child = spawn(process.execPath, ["-C", "source", bin, ...args, ...more], { cwd: folder });
  onTestFinished(() => {
    child.kill();
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  return {
    child,
    waitFor: async (text) => {
      await expect.poll(() => output).toMatch(new RegExp(`${text}.*\n`));
      const [line = "", rest = ""] = new RegExp(`${text}(.*)\n`).exec(output) ?? [];
      output = output.slice(output.indexOf(line) + line.length);
      return rest;
    },
  };
}

/** The events that a browser gets, one after the other. */
async function openChanges(url: string): Promise<() => Promise<string>> {
  const { body } = await fetch(new URL(".specwright/changes", url));
  const reader = body?.getReader();
  return async () => new TextDecoder().decode((await reader?.read())?.value);
}

test("--watch serves the pages, and reloads browsers after an edit of the document or a guide", async () => {
  const folder = makeTemporaryFolder({ "openapi.yaml": document, "guides/a.md": "One.\n" });
  const { child, waitFor } = start(folder, "--port", "0");
  const url = await waitFor("Serving site at ");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await waitFor("Watching");
  const readGuide = async (): Promise<string> =>
    (await fetch(new URL("guides/a.html", url))).text();
  expect(await readGuide()).toContain("One.");
  expect(await readGuide()).toContain('<script src="/.specwright/reload.js"></script>');
  expect(await (await fetch(new URL(".specwright/reload.js", url))).text()).toContain("reload()");
  const read = await openChanges(url);

  replaceFiles(folder, { "guides/a.md": "Two.\n" });
  expect(await read()).toContain("data: changed");
  await expect.poll(readGuide).toContain("Two.");

  // A mistake leaves the last good pages.
  replaceFiles(folder, { "guides/a.md": "[Gone](gone.md)\n" });
  await waitFor("broken-guide-link");
  await waitFor("The output was not changed");
  expect(await readGuide()).toContain("Two.");

  replaceFiles(folder, {
    "guides/a.md": "Three.\n",
    "openapi.yaml": document.replace("Notes", "Texts"),
  });
  expect(await read()).toContain("data: changed");
  await expect.poll(readGuide).toContain("Three.");

  expect((await fetch(new URL("no-page.html", url))).status).toBe(404);
  const [{ statusCode }] = await once(get(url, { headers: { host: "evil.example" } }), "response");
  expect(statusCode).toBe(403);

  const ended = once(child, "exit");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});

test("--watch that begins with a mistake in a guide says so, and shows the pages when it is corrected", async () => {
  const folder = makeTemporaryFolder({
    "openapi.yaml": document,
    "guides/a.md": "[Gone](gone.md)\n",
  });
  const { waitFor } = start(folder, "--port", "0");
  const url = await waitFor("Serving site at ");
  await waitFor("Watching");
  const missing = await fetch(url);
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining("reload.js"),
  ]);
  const read = await openChanges(url);
  replaceFiles(folder, { "guides/a.md": "One.\n" });
  expect(await read()).toContain("data: changed");
  expect(await (await fetch(url)).text()).toContain("Notes");
});

test("a port that is in use, that is none, or that nothing serves is reported", async () => {
  const folder = makeTemporaryFolder({ "openapi.yaml": document, "guides/a.md": "One.\n" });
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.close();
  });
  await once(other, "listening");
  // A server that listens on a port has an address of this form.
  const { port } = other.address() as AddressInfo;
  const used = await run(folder, [...args, "--port", String(port)]);
  expect([used.code, used.err]).toEqual([
    1,
    expect.stringContaining(`Cannot listen on 127.0.0.1:${port}`),
  ]);
  const wrong = await run(folder, [...args, "--port", "http"]);
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining("Write a number from 0 to 65535."),
  ]);
  const alone = await run(folder, ["docs", "openapi.yaml", "--out", "site", "--port", "1"]);
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining("Add `--watch`")]);
});
