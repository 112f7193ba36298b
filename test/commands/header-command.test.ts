import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type GenerateOptions,
  generate,
  scaffold,
  types,
} from "../../packages/specwright/src/index.ts";
import { run } from "../../packages/specwright/test/run-cli.ts";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { readFolder } from "../robustness/output-folder.ts";

const document = `openapi: 3.1.0
info: {title: a, version: 1.0.0}
paths:
  /a/{id}:
    get:
      operationId: getA
      parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}
components:
  schemas:
    A:
      type: object
      required: [id]
      properties:
        id: {type: string, readOnly: true}
        kind: {enum: [a, b], default: a}
        outside: {$ref: '../shared/outside.yaml'}
        far: {$ref: 'https://schemas.example.com/far.json'}
`;

/** A document, the files that it refers to, a template and a licence. Their names need quotes in a shell. */
function makeProject(): string {
  return makeTemporaryFolder({
    "my api/spec/api.yaml": document,
    "my api/LICENSE of it's": "Do as you like.",
    "my api/templates/client/index.js.hbs": "{{header}}export const own = true;\n",
    "my api/shared/outside.yaml": "type: string",
    "copies/far.json": '{"type":"boolean"}',
  });
}

/** Runs the command in a file's header, in the folder that the header names. A shell splits it into words. */
async function runHeader(file: string, cwd: string): Promise<void> {
  const text = readFileSync(file, "utf8").replaceAll("\n//   ", " ");
  const [, command = ""] = /^\/\/ To write it again: specwright (.+)$/m.exec(text) ?? [];
  expect(command).not.toBe("");
  const words = execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" });
  expect(await run(cwd, words.split("\0").slice(0, -1))).toMatchObject({ code: 0 });
}

const inputs = {
  allow: ["shared"],
  remotes: { "https://schemas.example.com/": "../copies" },
} as const;

const variants: Readonly<Record<string, Partial<GenerateOptions>>> = {
  "no options": {},
  "every option": {
    targets: ["types", "client", "server"],
    formats: "annotate",
    readWriteSplit: false,
    readOnlyInRequests: "refuse",
    addedHeaders: ["x-request-id", "ETag"],
    emptyObjectsUnknown: false,
    defaultNonNullable: true,
    factory: "createMine",
    templates: "templates",
  },
  packages: {
    package: {
      scope: "@acme",
      name: "mine",
      names: { client: "@acme/sdk" },
      version: "3.2.1",
      licenseFile: "LICENSE of it's",
      author: "Ada O'Hara <ada@acme.example>",
      repository: { url: "https://git.example.com/acme/mine.git", directory: "out" },
      access: "public",
    },
  },
};

test.each(Object.entries(variants))(
  "the command in the header of files from %s writes them again",
  async (_name, options) => {
    const root = makeProject();
    const folder = join(root, "my api");
    await generate({ document: "spec/api.yaml", out: "build/out", folder, ...inputs, ...options });
    const out = join(folder, "build/out");
    const before = readFolder(out);
    rmSync(out, { recursive: true });
    mkdirSync(out);
    writeFileSync(join(root, "header"), before["types/index.d.ts"] ?? "");
    await runHeader(join(root, "header"), folder);
    expect(readFolder(out)).toEqual(before);
  },
);

test("a folder that is named by a link has the same header before and after its first file", async () => {
  const root = makeProject();
  symlinkSync("my api", join(root, "link"));
  const generateByLink = async (): Promise<string> => {
    const out = join(root, "link/out");
    await generate({
      document: join(root, "link/spec/api.yaml"),
      out,
      targets: ["types"],
      allow: [join(root, "link/shared")],
      remotes: { "https://schemas.example.com/": join(root, "copies") },
    });
    return readFileSync(join(out, "types/index.d.ts"), "utf8");
  };
  const first = await generateByLink();
  expect(first).toContain("specwright generate spec/api.yaml --out out ");
  expect(await generateByLink()).toBe(first);
});

test("so do the headers of types and of the handlers' index", async () => {
  const folder = join(makeProject(), "my api");
  types({
    document: "spec/api.yaml",
    output: "types/a.ts",
    folder,
    ...inputs,
    enum: true,
    immutable: true,
    defaultNonNullable: false,
  });
  const output = join(folder, "types/a.ts");
  const text = readFileSync(output, "utf8");
  writeFileSync(output, text.replace("interface", "edited"));
  await runHeader(output, folder);
  expect(readFileSync(output, "utf8")).toBe(text);

  const settings = { scope: "@acme", name: "mine" };
  const where = { document: "spec/api.yaml", out: "out", handlers: "handlers", folder };
  await scaffold({ ...where, ...inputs, package: settings });
  const handlers = join(folder, "handlers");
  const before = readFolder(handlers);
  writeFileSync(join(folder, "header"), before["index.ts"] ?? "");
  rmSync(handlers, { recursive: true });
  await runHeader(join(folder, "header"), folder);
  expect(readFolder(handlers)).toEqual(before);
});
