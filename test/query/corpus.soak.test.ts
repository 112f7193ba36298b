import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { listCorpusDocuments } from "../corpus/documents.ts";
import { chooseAmount } from "../support/samples.ts";
import { createQueryProject } from "./support/project.ts";

const documents = [
  ...listCorpusDocuments(),
  { name: "ours", path: resolveInRoot("spec/openapi.yaml") },
];

/** Of the large ones, one is enough to find what small ones do not have. */
const compiled = chooseAmount(
  documents.filter(({ name }) => name !== "digitalocean" && name !== "train-travel"),
  documents,
);

test.each(compiled)(
  "the queries of $name compile under both compilers, and every module loads",
  { timeout: 240_000 },
  async ({ name, path }) => {
    const project = createQueryProject(`corpus-${name}`, path);
    const files = readdirSync(join(project.folder, "query")).map((file) => `query/${file}`);
    const declarations = files.filter((file) => file.endsWith(".d.ts"));
    expect(declarations.length).toBeGreaterThan(2);
    const strict = { skipLibCheck: false };
    expect(await project.compile("TypeScript 7", declarations, strict)).toBe("");
    expect(await project.compile("TypeScript 5.9", declarations, strict)).toBe("");
    for (const file of files.filter((each) => each.endsWith(".js"))) {
      const exported: object = await import(join(project.folder, file));
      expect(Object.keys(exported).length).toBeGreaterThan(1);
    }
  },
);

const github = documents.find(({ name }) => name === "github");

test.skipIf(github === undefined)(
  "one query of GitHub's document costs a bundle less than 1 kB beside its operation",
  { timeout: 60_000 },
  async () => {
    const project = createQueryProject("bundle-github", github?.path ?? "");
    const measure = async (name: string, module: string, call: string): Promise<number> => {
      project.write(
        `${name}.ts`,
        `import { createTransport } from "./client/index.js";
         import { ${call} } from "./${module}/index.js";
         console.log(${call}(createTransport(), { owner: "a", repo: "b" }));`,
      );
      return gzipSync(await project.bundle(`${name}.ts`, { minify: true })).length;
    };
    const operation = await measure("operation", "client", "reposGet");
    const query = await measure("query", "query", "reposGetQuery");
    console.log(`the operation ${operation} bytes, with its query ${query} bytes`);
    expect(query - operation).toBeLessThan(1000);
  },
);

test("the output has no line that ends with a space, and ends with one line break", () => {
  const { folder } = createQueryProject("layout", resolveInRoot("spec/openapi.yaml"));
  for (const file of readdirSync(join(folder, "query"))) {
    const text = readFileSync(join(folder, "query", file), "utf8");
    expect(text, file).not.toMatch(/[ \t]$/m);
    expect(text, file).toMatch(/[^\n]\n$/);
  }
});
