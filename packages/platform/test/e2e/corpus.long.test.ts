import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { bundleDocument } from "../../../specwright/src/document/bundle/bundle-document.ts";
import { openDocument } from "../../../specwright/src/document/read/open-document.ts";
import { type Deployment, startDeployment } from "../oauth/deployment.ts";

const corpus = findNeed("corpus");

/** The methods that an operation can have in OpenAPI 3.1. */
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

interface Document {
  servers: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

// Public documents that nobody wrote for us become toolkits whose tools are listed, searched and executed.
describe.skipIf(corpus === undefined)("the documents of the corpus", () => {
  let deployment: Deployment;
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    outgoing.setHeader("content-type", "application/json").end("{}");
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    deployment = await startDeployment();
  });
  afterAll(async () => {
    await deployment.close();
    server.close();
  });

  const read = (name: string): string => readFileSync(join(corpus ?? "", name), "utf8");
  /** The document, with the files that it refers to. */
  const bundle = (name: string): Document => {
    const bundled = bundleDocument(openDocument(name, { folder: corpus ?? "" }));
    // All documents of the corpus have paths.
    return structuredClone(bundled) as unknown as Document;
  };

  test.each([
    ["github.json", "list the commits of a repository", "GITHUB_REPOS_LIST_COMMITS", 1_223],
    ["museum.yaml", "when is the museum open", "MUSEUM_GET_MUSEUM_HOURS", 8],
    ["train-travel.yaml", "book a seat on a train", "TRAIN_TRAVEL_CREATE_BOOKING", 7],
    ["digitalocean/DigitalOcean-public.v2.yaml", "delete a droplet", "DO_DROPLETS_DESTROY", 659],
  ])(
    "%s is a toolkit: each operation is a tool, found by its use and executed",
    async (name, use, tool, tools) => {
      const document = bundle(name);
      const { port } = server.address() as AddressInfo;
      document.servers = [{ url: `http://127.0.0.1:${port}` }];
      const operations = Object.values(document.paths).flatMap((item) =>
        Object.keys(item).filter((key) => methods.includes(key)),
      );
      const { platform } = deployment;
      const slug = name.includes("/") ? "do" : name.replace(/\..*/, "");
      const body = { slug, document: JSON.stringify(document), auth_schemes: ["NO_AUTH" as const] };
      const imported = await platform.toolkits.importToolkit({ body });
      const skipped = imported.import_report?.skipped_operations_count ?? 0;
      expect([imported.meta.tools_count, imported.meta.tools_count + skipped]).toEqual([
        tools,
        operations.length,
      ]);

      const listed = [];
      for (let cursor: string | undefined; ; ) {
        const page = { toolkit_slug: slug, limit: 1_000, include_deprecated: true };
        const answer = await platform.tools.listTools({ ...page, ...(cursor && { cursor }) });
        listed.push(...answer.items);
        if (answer.next_cursor === null) {
          break;
        }
        cursor = answer.next_cursor;
      }
      expect(listed).toHaveLength(tools);
      const found = await platform.tools.listTools({ search: use, toolkit_slug: slug, limit: 5 });
      expect(found.items.map((each) => each.slug)).toContain(tool);

      const open = listed.filter(({ input_parameters }) => {
        const { required = [] } = input_parameters as { readonly required?: readonly string[] };
        return required.length === 0;
      });
      expect(open.length).toBeGreaterThan(0);
      for (const { slug: tool_slug } of open.slice(0, 20)) {
        requests.length = 0;
        const run = platform.tools.executeTool({ tool_slug, body: { arguments: {} } });
        expect([tool_slug, (await run).successful, requests.length]).toEqual([tool_slug, true, 1]);
      }
    },
    120_000,
  );

  test("a document of several files is refused, with what to do", async () => {
    const document = read("digitalocean/DigitalOcean-public.v2.yaml");
    const call = deployment.platform.toolkits.importToolkit({ body: { slug: "ocean", document } });
    await expect(call).rejects.toMatchObject({
      body: { error: { errors: [expect.stringMatching(/bundle/i)] } },
    });
  });
});
