import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-read-write-composed");

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const kind = { enum: ["addon"] };
const name = { type: "string" };
const secret = { type: "string", minLength: 1 };
const marked = {
  kind: { type: "string", readOnly: true },
  secret: { type: "string", writeOnly: true },
};

/**
 * Schemas in which one part marks a property as `readOnly` or `writeOnly`, and another part describes, requires or
 * forbids it.
 */
const schemas = {
  /** As in PagerDuty's document: the base marks `kind`, and the schema that extends it requires one value of `kind` in requests. */
  again: { allOf: [ref("Base"), { required: ["kind"], properties: { kind, secret } }] },
  againBeside: { allOf: [ref("Base")], required: ["kind"], properties: { kind, secret } },
  againFirst: { allOf: [{ required: ["kind"], properties: { kind, secret } }, ref("Base")] },
  againTwice: { allOf: [ref("again"), { properties: { more: name } }] },
  againInPlace: {
    allOf: [{ type: "object", properties: { ...marked, name } }, { properties: { kind } }],
  },
  againInAlternative: {
    allOf: [ref("Base")],
    oneOf: [{ required: ["kind"], properties: { kind } }],
  },
  requiredOnly: { allOf: [ref("Base"), { required: ["kind", "secret"] }] },
  closedBeside: {
    allOf: [ref("Base")],
    properties: { kind, secret, name },
    additionalProperties: false,
  },
  closedPart: {
    allOf: [
      ref("Base"),
      { type: "object", properties: { kind, secret, name }, additionalProperties: false },
    ],
  },
  /** No value with `kind` is valid, because the closed part does not have it. */
  closedWithout: {
    allOf: [ref("Base"), { type: "object", properties: { name }, additionalProperties: false }],
  },
  closedMarked: {
    allOf: [ref("Base")],
    properties: { ...marked, name },
    additionalProperties: false,
  },
  unevaluated: { allOf: [ref("Base")], properties: { kind }, unevaluatedProperties: false },
  refused: { allOf: [ref("Base"), { properties: { kind: false } }] },
} as const;

const base = {
  type: "object",
  required: ["name"],
  properties: { name, ...marked },
};

const content = (schema: object) => ({ "application/json": { schema } });

const document = {
  openapi: "3.1.0",
  info: { title: "Composed", version: "1" },
  paths: Object.fromEntries(
    Object.keys(schemas).map((each) => [
      `/${each}`,
      {
        post: {
          operationId: each,
          requestBody: { required: true, content: content(ref(each)) },
          responses: { "200": { description: "", content: content(ref(each)) } },
        },
      },
    ]),
  ),
  components: { schemas: { Base: base, ...schemas } },
};

/** Values with and without each property. */
const values = ["", "kind", "secret", "kind secret"].map((names) => ({
  name: "a",
  ...(names.includes("kind") && { kind: "addon" }),
  ...(names.includes("secret") && { secret: "s" }),
}));

const settings = { accepted: {}, refused: { readOnlyInRequests: "refuse" } } as const;
type Setting = keyof typeof settings;

const cases = (Object.keys(schemas) as (keyof typeof schemas)[]).flatMap((schema) =>
  values.flatMap((value) =>
    (["request", "response"] as const).map((direction) => ({ schema, value, direction })),
  ),
);

/** Indexes of cases by setting. */
const allowedByTypes = new Map<Setting, Set<number>>();
const allowedByValidators = new Map<Setting, Set<number>>();

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  for (const [setting, options] of Object.entries(settings) as [Setting, object][]) {
    await generate({ document: join(folder, "api.json"), out: join(folder, setting), ...options });
    allowedByTypes.set(setting, await judgeByTypes(setting));
    allowedByValidators.set(setting, await judgeByValidators(setting));
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Writes one line for each case, so that the line numbers of the compiler's errors identify the refused cases. */
async function judgeByTypes(setting: Setting): Promise<Set<number>> {
  const lines = cases.map(({ schema, value, direction }, index) => {
    const body = direction === "request" ? '"requestBody"]' : '"responses"][200]';
    const type = `operations["${schema}"][${body}["content"]["application/json"]`;
    return `export const case${index}: ${type} = ${JSON.stringify(value)};`;
  });
  const file = `${setting}.ts`;
  const text = `import type { operations } from "./${setting}/types/index.js";\n${lines.join("\n")}\n`;
  await writeFile(join(folder, file), text);
  const errors = await runCompiler(resolveInRoot("node_modules/typescript/bin/tsc"), folder, [
    file,
  ]);
  const refused = errors.map((error) => Number(/\.ts\((\d+),/.exec(error)?.[1]) - 2);
  expect(refused).not.toContain(Number.NaN);
  return new Set(cases.map((_, index) => index).filter((index) => !refused.includes(index)));
}

async function judgeByValidators(setting: Setting): Promise<Set<number>> {
  const { operations } = await import(join(folder, setting, "validators/index.js"));
  return new Set(
    cases.flatMap(({ schema, value, direction }, index) => {
      const { requestBody, responses } = operations[schema];
      const bodies = direction === "request" ? requestBody : responses["200"];
      return bodies["application/json"].safeParse(value).success ? [index] : [];
    }),
  );
}

/** The cases that only one side allows, as the schema, the direction, and the properties other than `name`. */
function listOnlyIn(
  one: Set<number> | undefined,
  other: Set<number> | undefined,
): readonly string[] {
  return [...(one ?? [])]
    .filter((index) => other?.has(index) !== true)
    .map((index) => {
      const { schema, value, direction } = cases[index] ?? {};
      return [schema, direction, ...Object.keys(value ?? {}).slice(1)].join(" ");
    });
}

/** Objects in TypeScript may have additional properties, so types allow these cases. */
const onlyTypes = ["closedWithout response kind", "closedWithout request secret"];

/**
 * Types of requests lack `readOnly` properties. Validators accept them, so that an answer can be sent back as a
 * request.
 */
const onlyValidators = {
  accepted: [
    "requiredOnly request kind secret",
    "closedMarked request kind",
    "closedMarked request kind secret",
  ],
  refused: [],
};

describe.each(Object.keys(settings) as Setting[])(
  "read-only properties in requests are %s",
  (setting) => {
    test("validators accept each value that types allow", () => {
      const types = allowedByTypes.get(setting);
      expect(types?.size).toBeGreaterThan(cases.length / 4);
      expect(listOnlyIn(types, allowedByValidators.get(setting))).toEqual(onlyTypes);
    });

    test("types allow each value that validators accept", () => {
      const validators = allowedByValidators.get(setting);
      expect(listOnlyIn(validators, allowedByTypes.get(setting))).toEqual(onlyValidators[setting]);
    });
  },
);
