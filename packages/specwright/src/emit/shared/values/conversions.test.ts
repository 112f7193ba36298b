import * as runtime from "@specwright/runtime/v1/conversions";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import {
  parseExactly,
  stringifyExactly,
} from "../../../../../runtime/src/v1/conversions/exact-json.ts";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { nameSchemaTypes } from "../typescript/names/schema-names.ts";
import { type ConversionMode, createConversions } from "./conversions.ts";
import { planValues } from "./plan-values.ts";

const settings = {
  "date-time": "Temporal",
  date: "Temporal",
  int64: "bigint",
  decimal: "string",
} as const;

type Convert = (value: unknown, at: string) => unknown;

/** The conversions of the component `Root`, and the places that stay as they are sent. */
function createConverters(schemas: Readonly<Record<string, object>>): {
  readonly convert: (mode: ConversionMode) => Convert;
  readonly losses: readonly (string | undefined)[];
} {
  const model = buildModelFrom({
    paths: {
      "/": {
        post: {
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Root" } } },
          },
          responses: {},
        },
      },
    },
    components: { schemas },
  });
  const plan = planValues(model, settings);
  const names = nameSchemaTypes(model.components.schemas);
  const components = new Map(
    [...model.components.schemas].map(([name, schema]) => [schema, names.get(name) ?? name]),
  );
  const root = model.components.schemas.get("Root");
  if (root === undefined) {
    throw new Error("The document has no Root.");
  }
  return {
    losses: plan.losses.map(({ pointer }) => pointer),
    convert: (mode) => {
      const conversions = createConversions(plan, components);
      const expression = conversions.convert(root, mode, "root");
      const code = conversions.list().join("\n").replaceAll("export function", "function");
      // The code that would be written to a file.
      return expression === undefined
        ? (value) => value
        : (new Function("runtime", "Temporal", `${code}\nreturn ${expression};`)(
            runtime,
            Temporal,
          ) as Convert);
    },
  };
}

/** A schema, and JSON texts that fit it. */
interface Node {
  readonly schema: object;
  /** The text for a number; all of them fit. */
  readonly write: (seed: number) => string;
}

const leaf = (schema: object, texts: readonly string[]): Node => ({
  schema,
  write: (seed) => texts[seed % texts.length] ?? "",
});

const leaves = fc.constantFrom(
  leaf({ type: "string", format: "date-time" }, [
    '"2024-01-02T03:04:05.123456789Z"',
    '"1969-12-31T23:59:59Z"',
  ]),
  leaf({ type: ["string", "null"], format: "date-time" }, ["null", '"2024-01-02T03:04:05Z"']),
  leaf({ type: "string", format: "date" }, ['"2024-02-29"', '"0999-01-01"']),
  leaf({ type: "integer", format: "int64" }, ["9007199254740993", "-9223372036854775808", "7"]),
  leaf({ type: "number", format: "decimal" }, ["1.50", "0.1000000000000000055", "-12", "1e3"]),
  leaf({ type: "string", format: "int64" }, ['"9007199254740993"', '"0"']),
  leaf({ type: "string" }, ['"2024-01-02T03:04:05Z"', '""', '"9007199254740993"']),
  leaf({ type: "integer" }, ["3", "-4"]),
  leaf({ enum: ["a", 1, null] }, ['"a"', "1", "null"]),
  leaf({}, ['{"at":"2024-01-02T03:04:05Z"}', "true"]),
  leaf({ $ref: "#/components/schemas/Tree" }, [
    '{"at":"2024-01-02T03:04:05Z"}',
    '{"id":9007199254740993,"next":{"at":"2024-01-02T03:04:05Z","next":{}}}',
  ]),
);

const names = fc.constantFrom("a", "b", "at", "__proto__", "toString", "x/y~z", "kind of");

const nodes = fc.letrec<{ node: Node }>((tie) => {
  const node = tie("node");
  const members = fc.uniqueArray(fc.tuple(names, node), {
    maxLength: 4,
    selector: ([name]) => name,
  });
  const writeObject = (entries: readonly (readonly [string, Node])[], seed: number): string =>
    `{${entries.map(([name, each], index) => `${JSON.stringify(name)}:${each.write(seed + index)}`).join(",")}}`;
  const describe = (entries: readonly (readonly [string, Node])[]): object => ({
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
  });
  const object = members.map(
    (entries): Node => ({
      schema: describe(entries),
      write: (seed) => writeObject(entries, seed),
    }),
  );
  return {
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaves,
      object,
      node.map(
        ({ schema, write }): Node => ({
          schema: { type: "array", items: schema },
          write: (seed) => `[${write(seed)},${write(seed + 1)}]`,
        }),
      ),
      fc.tuple(node, node, node).map(
        ([first, second, rest]): Node => ({
          schema: { type: "array", prefixItems: [first.schema, second.schema], items: rest.schema },
          write: (seed) => `[${[first, second, rest].map((each) => each.write(seed)).join(",")}]`,
        }),
      ),
      fc.tuple(members, node).map(
        ([entries, others]): Node => ({
          schema: { ...describe(entries), additionalProperties: others.schema },
          write: (seed) => {
            const more = [["other", others] as const, ["another one", others] as const];
            return writeObject([...entries, ...more], seed);
          },
        }),
      ),
      // Alternatives and parts of all kinds, whether something decides between them or not.
      fc
        .tuple(fc.array(node, { minLength: 1, maxLength: 3 }), fc.constantFrom("anyOf", "oneOf"))
        .map(
          ([alternatives, keyword]): Node => ({
            schema: { [keyword]: alternatives.map(({ schema }) => schema) },
            write: (seed) => alternatives[seed % alternatives.length]?.write(seed) ?? "",
          }),
        ),
      fc.tuple(members, members).map(([first, second]): Node => {
        const known = new Set(first.map(([name]) => name));
        // Both describe the value, so they must not contradict each other.
        const more = second.filter(([name]) => !known.has(name));
        return {
          schema: { allOf: [describe(first), describe(more)] },
          write: (seed) => writeObject([...first, ...more], seed),
        };
      }),
      fc.tuple(members, members).map(([first, second]): Node => {
        const tagged = (entries: typeof first, value: string): object => ({
          ...describe([...entries, ["kind", leaf({ const: value }, [`"${value}"`])]]),
          required: ["kind"],
        });
        return {
          schema: { oneOf: [tagged(first, "one"), tagged(second, "two")] },
          write: (seed) =>
            seed % 2 === 0
              ? writeObject([...first, ["kind", leaf({}, ['"one"'])]], seed)
              : writeObject([...second, ["kind", leaf({}, ['"two"'])]], seed),
        };
      }),
    ),
  };
}).node;

const tree = {
  type: "object",
  properties: {
    at: { type: "string", format: "date-time" },
    id: { type: "integer", format: "int64" },
    next: { $ref: "#/components/schemas/Tree" },
  },
};

test("whatever the schema is, what is decoded and encoded again is the very text that was sent", () => {
  let different = 0;
  let whole = 0;
  fc.assert(
    fc.property(nodes, fc.nat({ max: 5 }), ({ schema, write }, seed) => {
      const { convert, losses } = createConverters({ Root: schema, Tree: tree });
      const text = write(seed);
      const holder = parseExactly(`{"root":${text}}`) as Record<string, unknown>;
      runtime.convertMember(holder, "root", convert("decode"), "");
      const before = JSON.stringify(copy(holder));
      different += before === JSON.stringify(copy(JSON.parse(`{"root":${text}}`))) ? 0 : 1;
      const encoded = { ...holder };
      runtime.convertMember(encoded, "root", convert("encode"), "");
      // A number that stays as it is sent is that of JSON.parse.
      const back = stringifyExactly(encoded);
      const round = (each: string): string => JSON.stringify(JSON.parse(each));
      expect(losses.length > 0 ? round(back) : back).toBe(
        losses.length > 0 ? round(`{"root":${text}}`) : `{"root":${text}}`,
      );
      whole += losses.length > 0 ? 0 : 1;
      // Encoding changes nothing in the program's own value.
      expect(JSON.stringify(copy(holder))).toBe(before);
    }),
    { numRuns: 500 },
  );
  expect(different).toBeGreaterThan(50);
  expect(whole).toBeGreaterThan(200);
});

/** The value as text, with what JSON has no text for. */
function copy(value: unknown): unknown {
  return typeof value === "bigint"
    ? `${value}n`
    : Array.isArray(value)
      ? value.map(copy)
      : runtime.isJsonObject(value)
        ? Object.entries(value).map(([key, member]) => [key, copy(member)])
        : value;
}

test.each<[string, Record<string, object>, readonly string[]]>([
  [
    "objects that differ about a member",
    {
      Root: {
        anyOf: [
          { type: "object", properties: { at: { type: "string", format: "date-time" } } },
          { type: "object", properties: { at: { type: "string" } } },
        ],
      },
    },
    ["/components/schemas/Root/anyOf/0/properties/at"],
  ],
  [
    "a date-time beside any text",
    {
      Root: {
        oneOf: [
          { type: "string", format: "date-time" },
          { type: "string", maxLength: 3 },
        ],
      },
    },
    ["/components/schemas/Root/oneOf/0"],
  ],
  [
    "members by pattern",
    { Root: { patternProperties: { "^a": { type: "integer", format: "int64" } } } },
    ["/components/schemas/Root/patternProperties/^a"],
  ],
  [
    "a component that is ambiguous at one place, everywhere",
    {
      Root: { properties: { a: { $ref: "#/components/schemas/At" } } },
      At: { type: "string", format: "date-time" },
      Other: { oneOf: [{ $ref: "#/components/schemas/At" }, { type: "string" }] },
    },
    ["/components/schemas/At"],
  ],
  [
    "the members of a tuple that only unevaluatedItems describes",
    {
      Root: {
        type: "array",
        prefixItems: [{ type: "string" }],
        unevaluatedItems: { type: "string", format: "date-time" },
      },
    },
    ["/components/schemas/Root/unevaluatedItems"],
  ],
  [
    "nothing, when types or tags decide",
    {
      Root: {
        oneOf: [
          { type: "string", format: "date-time" },
          { type: "integer" },
          { type: "array", items: { type: "string", format: "date-time" } },
          { type: "null" },
        ],
      },
    },
    [],
  ],
])("a conversion that cannot be decided is reported: %s", (_, schemas, losses) => {
  expect(createConverters(schemas).losses).toEqual(losses);
});
