import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildDocs } from "../../scripts/docs/build.ts";
import { type Site, startSite } from "../../scripts/serve/site.ts";
import { listOperations } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";

let folder: string;
let server: Site;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-docs-"));
  await buildDocs(join(folder, "site"));
  server = await startSite({ docsFolder: join(folder, "site") });
  address = server.address;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the site", () => {
  test("serves the document for download, as YAML and as JSON", async () => {
    // Redocly's bundle: the two bundle alike.
    const { document } = await bundleTheDocument();
    expect(await (await fetch(`${address}/docs/openapi.json`)).json()).toEqual(document);
    const yaml = await (await fetch(`${address}/docs/openapi.yaml`)).text();
    expect(parse(yaml)).toEqual(document);
  });

  test("has a line in llms.txt for every operation, whose link leads to its page", async () => {
    const { document } = await bundleTheDocument();
    const index = await (await fetch(`${address}/docs/llms.txt`)).text();
    for (const { method, path, operation } of listOperations(document)) {
      const line = index
        .split("\n")
        .find((one) => one.includes(`\`${method.toUpperCase()} ${path}\``));
      const link = /\]\(([^)]+)\)/.exec(line ?? "")?.[1];
      expect(link, `${operation.operationId} is not in llms.txt`).toBeDefined();
      const page = await fetch(`${address}/docs/${link}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(operation.summary);
    }
  });

  test("lists every error in its table", async () => {
    const introduction = await readFile(join(folder, "site/introduction.md"), "utf8");
    const { document } = await bundleTheDocument();
    const slugs = Object.keys(document.components.examples ?? {}).filter((name) =>
      /^[A-Z][A-Za-z]*_[A-Z]/.test(name),
    );
    expect(slugs.length).toBeGreaterThan(80);
    expect(slugs.filter((slug) => !introduction.includes(`\`${slug}\``))).toEqual([]);
  });

  test("does not leave its folder", async () => {
    const answer = await fetch(`${address}/docs/..%2f..%2f..%2fetc/passwd`);
    expect(answer.status).toBe(404);
  });
});
