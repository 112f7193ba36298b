import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerConsole } from "./console.ts";

const folder = mkdtempSync(join(tmpdir(), "platform-console-"));
let isBuilding = false;
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const files = { folder: join(folder, "dist"), isBuilding: () => isBuilding };
    void answerConsole(files, incoming.url ?? "", incoming, outgoing).then((isAnswered) => {
      if (!isAnswered) {
        outgoing.writeHead(418).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a console that nobody has built is a page that says how to build it", async () => {
  const answer = await fetch(`${url}/console/logs`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
  expect(await answer.text()).toContain("npm run build -w packages/console");
});

test("a console that is being built is a page that loads itself again", async () => {
  isBuilding = true;
  const answer = await fetch(`${url}/console`);
  isBuilding = false;
  expect([answer.status, answer.headers.get("refresh")]).toEqual([200, "1"]);
  expect(await answer.text()).toContain("being built");
});

test("every path is the index, which is asked for each time, and files with a hash are kept for a year", async () => {
  mkdirSync(join(folder, "dist/assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "dist/index.html"), "<p>index</p>");
  writeFileSync(join(folder, "dist/assets/index-4f0c.js"), "1");
  for (const path of ["/console", "/console/", "/console/logs/log_x", "/console/index.html"]) {
    const answer = await fetch(url + path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, "<p>index</p>"]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  }
  const file = await fetch(`${url}/console/assets/index-4f0c.js`);
  expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(file.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  for (const path of [
    "/console/assets/none.js",
    "/console/assets/",
    // As a file of `assets/`, the index would have no policy, and pages of others could show it in a frame.
    "/console/assets/..%2findex.html",
    "/console/assets/..%2f..%2fsecret.txt",
    "/console/assets/%2e%2e%2findex.html",
    "/consoles",
  ]) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 418]);
  }
});

test("the policy of its pages allows files of the service alone, and no frame", async () => {
  const { headers } = await fetch(`${url}/console`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
