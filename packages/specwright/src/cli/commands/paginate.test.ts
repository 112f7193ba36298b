import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { run, runProgram, smallDocument } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses: { "200": { $ref: "#/components/responses/List" } }
  /events:
    get:
      responses:
        "200":
          description: ok
          headers: { Link: { schema: { type: string } } }
          content: { application/json: { schema: { type: array } } }
components:
  responses:
    List:
      description: ok
      content: { application/json: { schema: { type: array } } }
`;
const groups = `page: 1 operation, by the parameter \`query.page\`
  GET /orders  page: query.page, items: ''

link: 1 operation, by the header \`Link\` of the answer
  GET /events  items: ''
`;

test("paginate shows what it recognises, and writes nothing unless asked to", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  expect(await run(folder, ["paginate", "api.yaml"])).toEqual({
    ...{ code: 0, err: "" },
    out: `${groups}
2 operations recognised. Nothing was written: pass -o <file> for an overlay.
`,
  });
  // Nobody can be asked.
  expect(await run(folder, ["paginate", "api.yaml", "-o", "pages.yaml"])).toEqual({
    ...{ code: 0, err: "" },
    out: `${groups}
2 operations recognised. Nothing was written, because nothing was taken: --yes takes all.
`,
  });
  expect(existsSync(join(folder, "pages.yaml"))).toBe(false);
});

test("--yes writes an overlay with which generate makes iterators", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const { out } = await run(folder, ["paginate", "api.yaml", "-o", "pages.yaml", "--yes"]);
  expect(out).toBe(`${groups}\n2 operations recognised. pages.yaml has 2 of them as an overlay.\n`);
  const input = ["--input", "overlays=pages.yaml"];
  await run(folder, ["generate", "api.yaml", "--targets", "client", "--out", "out", ...input]);
  const code = readFileSync(join(folder, "out/client/orders.js"), "utf8");
  expect(code).toContain("export function getOrdersItems(");
  expect(await run(folder, ["paginate", "pages.yaml"])).toMatchObject({
    code: 0,
    out: "No operation of pages.yaml is recognised as a list with several pages.\n",
  });
});

test("--json prints the proposals with their places", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const { code, out } = await run(folder, ["paginate", "api.yaml", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ...{ ok: true, taken: 0, isWritten: false },
    groups: [
      {
        type: "page",
        reason: "the parameter `query.page`",
        proposals: [
          {
            ...{ operation: "GET /orders", file: "api.yaml", line: 5 },
            pagination: { type: "page", page: "query.page", items: "" },
          },
        ],
      },
      { type: "link" },
    ],
  });
});

/** Lets the next command see a terminal, at which a person types this. */
function typeInTerminal(text: string): void {
  const typed = Object.assign(new PassThrough(), { isTTY: true });
  const input = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  const output = Object.getOwnPropertyDescriptor(process.stdout, "isTTY") ?? { value: undefined };
  Object.defineProperty(process, "stdin", { value: typed, configurable: true });
  Object.defineProperty(process.stdout, "isTTY", { value: true, configurable: true });
  onTestFinished(() => {
    Object.defineProperty(process, "stdin", input);
    Object.defineProperty(process.stdout, "isTTY", { ...output, configurable: true });
  });
  typed.end(text);
}

test("a terminal is asked about each group", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  typeInTerminal("n\nYes\n");
  const { code, out } = await run(folder, ["paginate", "api.yaml", "-o", "pages.yaml"]);
  expect(code).toBe(0);
  expect(out.split("Take these? [y/N] ")).toHaveLength(3);
  expect(out).toContain("pages.yaml has 1 of them as an overlay.");
  const written = readFileSync(join(folder, "pages.yaml"), "utf8");
  expect(written).toContain("type: link");
  expect(written).not.toContain("type: page");
});

test("a terminal that is closed takes nothing", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  typeInTerminal("");
  const { out } = await run(folder, ["paginate", "api.yaml", "-o", "pages.yaml"]);
  expect(out).toContain("Nothing was written, because nothing was taken: --yes takes all.");
  expect(existsSync(join(folder, "pages.yaml"))).toBe(false);
});

test.each([
  [["api.yaml", "-o", "api.yaml", "--yes"], 1, "output-is-source"],
  [["none.yaml"], 1, "none.yaml does not exist"],
  [[], 2, "missing required argument 'document'"],
])("paginate %j ends with %i, and changes nothing", async (args, code, message) => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  expect(await run(folder, ["paginate", ...args])).toMatchObject({
    code,
    err: expect.stringContaining(message),
  });
  expect(readFileSync(join(folder, "api.yaml"), "utf8")).toBe(document);
});

test("a document from standard input is never asked about", async () => {
  const folder = makeTemporaryFolder({});
  const { code, out } = await runProgram(folder, ["paginate", "-"], { input: smallDocument });
  expect({ code, out }).toEqual({
    code: 0,
    out: "No operation of - is recognised as a list with several pages.\n",
  });
});
