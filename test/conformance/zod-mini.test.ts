import { rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";
import { compile, strictOptions } from "./support/compile.ts";
import { generateByCommand } from "./support/generate-by-command.ts";
import { readGroups } from "./support/suite.ts";

const suite = findNeed("json-schema-test-suite");
const folder = resolveInRoot(".cache/zod-mini");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mini = ["--options", JSON.stringify({ validators: { zod: "mini" } })];

/** A schema as it is, and in the forms that programs derive from it. */
const forms: Readonly<Record<string, (root: z.ZodMiniType) => (value: unknown) => boolean>> = {
  "the schema": (root) => (value) => root.safeParse(value).success,
  "with a check": (root) => {
    const derived = root.check(z.refine(() => true));
    return (value) => derived.safeParse(value).success;
  },
  extended: (root) => {
    const derived = root instanceof z.ZodMiniObject ? z.extend(root, {}) : root;
    return (value) => derived.safeParse(value).success;
  },
  "in an object": (root) => {
    const derived = z.object({ a: root });
    return (value) => derived.safeParse({ a: value }).success;
  },
  "in a union": (root) => {
    const derived = z.union([z.undefined(), root]);
    return (value) => derived.safeParse(value).success;
  },
};

test.skipIf(suite === undefined)(
  "schemas of Zod Mini accept what the official suite accepts, and explain a refusal as those of Zod do",
  async () => {
    const groups = readGroups(suite ?? "", "draft2020-12");
    const schemas = groups.map(({ schema }) => schema);
    const flags = ["--formats", "annotate", "--remotes", `http://localhost:1234/=${suite}/remotes`];
    const classic = await generateByCommand(`${folder}/classic`, schemas, flags);
    const small = await generateByCommand<z.ZodMiniType>(`${folder}/mini`, schemas, [
      ...flags,
      ...mini,
    ]);
    const failures: string[] = [];
    let count = 0;
    for (const [index, { file, description, tests }] of groups.entries()) {
      const root = small.components.schemas[`Group${index}`] ?? z.never();
      for (const { description: title, data, valid } of tests) {
        const place = `${file}: ${description}: ${title}`;
        count += 1;
        const wrong = Object.entries(forms).filter(([, judge]) => judge(root)(data) !== valid);
        failures.push(...wrong.map(([form]) => `${form}: ${place}`));
        const explained = classic.components.schemas[`Group${index}`]?.safeParse(data).error;
        expect(root.safeParse(data).error?.issues, place).toEqual(explained?.issues);
      }
    }
    expect(failures).toEqual([]);
    expect(count).toBe(1299);
  },
);

test("the declared types of Zod Mini are those of the document, and its functions take them", async () => {
  const schema = {
    type: "object",
    properties: { name: { type: "string" }, age: { type: "integer" } },
    required: ["name"],
  };
  await generateByCommand(`${folder}/types`, [schema, { type: ["string", "null"] }], mini);
  writeFileSync(
    `${folder}/types/program.ts`,
    `import * as z from "zod/mini";
import { Group0, Group1 } from "./out/validators/index.js";
import type { components } from "./out/types/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const isExact: Equal<z.infer<typeof Group0>, components["schemas"]["Group0"]> = true;
export const isExactToo: Equal<z.infer<typeof Group1>, string | null> = true;
const Extended = z.extend(Group0, { isOld: z.boolean() });
export const isOld: boolean = Extended.parse({}).isOld;
export const name: string = Extended.parse({}).name;
export const shape: string = Group0.shape.name.parse("");
export const list: components["schemas"]["Group0"][] = z.array(Group0).parse([]);
// @ts-expect-error There is no such member.
Extended.parse({}).other;
`,
  );
  writeFileSync(
    `${folder}/types/tsconfig.json`,
    JSON.stringify({ ...strictOptions, include: ["program.ts"] }),
  );
  expect(compile(`${folder}/types`)).toBe("");
});

test("a converted value has a schema of Zod Mini too, and a bundle of it has nothing else of Zod", async () => {
  const schema = { type: "object", properties: { at: { type: "string", format: "date-time" } } };
  const here = `${folder}/converted`;
  await generateByCommand(here, [schema], [...mini, "--values", "date-time=Date"]);
  const program = `import * as z from "zod/mini";
import { Group0, schemas } from "./out/validators/index.js";

const Known: z.ZodMiniType<{ at?: Date }> = Group0;
const Late = Group0.check(z.refine(({ at }) => at !== undefined && at.getTime() > 5));
export const results = [
  Known instanceof z.ZodMiniType,
  schemas.Group0 === Group0,
  Group0.safeParse({ at: new Date(1) }).success,
  z.array(Group0).safeParse([{ at: "2026-01-31T09:30:00Z" }]).error?.issues[0]?.path,
  Late.safeParse({ at: new Date(1) }).success,
  Late.safeParse({ at: new Date(9) }).success,
];
`;
  writeFileSync(`${here}/program.ts`, program);
  writeFileSync(
    `${here}/tsconfig.json`,
    JSON.stringify({ ...strictOptions, include: ["program.ts"] }),
  );
  expect(compile(here)).toBe("");
  const { metafile } = await build({
    entryPoints: [`${here}/program.ts`],
    outfile: `${here}/program.js`,
    bundle: true,
    format: "esm",
    conditions: ["source"],
    metafile: true,
  });
  const { inputs = {} } = Object.values(metafile.outputs)[0] ?? {};
  expect(Object.keys(inputs).filter((path) => path.includes("zod/v4/classic/"))).toEqual([]);
  const { results } = await import(`${here}/program.js`);
  expect(results).toEqual([true, true, true, [0, "at"], false, true]);
});

test("a schema of Zod Mini needs less than half of Zod's bytes in a bundle", async () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 9, pattern: "^a" },
      age: { type: "integer", minimum: 0, exclusiveMaximum: 200 },
      tags: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
    },
    required: ["name"],
    additionalProperties: { type: "number" },
  };
  const measure = async (flags: readonly string[]): Promise<number> => {
    const { components } = await generateByCommand(`${folder}/bundle`, [schema], flags);
    expect(components.schemas.Group0?.safeParse({ name: "" }).success).toBe(false);
    const { outputFiles } = await build({
      stdin: {
        contents: `import { Group0 } from "./out/validators/index.js"; globalThis.x = (value) => Group0.safeParse(value);`,
        resolveDir: `${folder}/bundle`,
      },
      bundle: true,
      minify: true,
      format: "esm",
      conditions: ["source"],
      write: false,
    });
    return gzipSync(outputFiles[0]?.contents ?? "").byteLength;
  };
  const [classic, small] = [await measure([]), await measure(mini)];
  expect(small).toBeLessThan(classic / 2);
  expect(small).toBeGreaterThan(2_000);
});
