import { afterEach, expect, test, vi } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";

type ExactJson = typeof import("./exact-json.ts");

const { rawJSON } = JSON as { rawJSON?: unknown };
afterEach(() => {
  Object.assign(JSON, { rawJSON });
  vi.resetModules();
});

/** The module as an engine with or without `JSON.rawJSON` loads it. */
async function load(engine: string): Promise<ExactJson> {
  vi.resetModules();
  if (engine === "without JSON.rawJSON") {
    delete (JSON as { rawJSON?: unknown }).rawJSON;
  }
  return import("./exact-json.ts");
}

const numbers = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom("1.50", "-0", "1e400", "1E5", "0.1000000000000000055", "9007199254740993"),
);
const texts = fc.oneof(
  numbers,
  fc.string({ unit: "binary" }).map((value) => JSON.stringify(value)),
  fc.constantFrom('"9007199254740993"', '"\\"1.50"', '"\\\\"', "true", "null"),
);
const documents = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    texts,
    fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .dictionary(
        fc.string({ unit: "binary" }).map((key) => `k${key}`),
        tie("json"),
        { maxKeys: 4 },
      )
      .map(
        (members) =>
          `{${Object.entries(members)
            .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
            .join(",")}}`,
      ),
  ),
})).json;

test.each(["with JSON.rawJSON", "without JSON.rawJSON"])(
  "any JSON is parsed to the value of JSON.parse, and every number is written as it was read, %s",
  async (engine) => {
    const { ExactNumber, NumberText, parseExactly, readExactly, stringifyExactly } =
      await load(engine);
    const restore = (owner: object): object => {
      const entries = Object.keys(owner).map((key): [string, unknown] => {
        const value = readExactly(owner, key);
        const inner = typeof value === "object" && value !== null;
        return [
          key,
          value instanceof NumberText
            ? new ExactNumber(value.text)
            : inner
              ? restore(value)
              : value,
        ];
      });
      return Array.isArray(owner) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
    };
    fc.assert(
      fc.property(documents, (text) => {
        const whole = `{"root":${text}}`;
        const value = parseExactly(whole) as object;
        expect(value).toEqual(JSON.parse(whole));
        expect(stringifyExactly(restore(value))).toBe(whole);
      }),
      { numRuns: 500 },
    );
  },
);

test("what is not JSON is refused as JSON.parse refuses it", async () => {
  const { parseExactly } = await load("with JSON.rawJSON");
  for (const text of [
    "",
    "01",
    "1.",
    "[1,]",
    "{1:1}",
    "-",
    '"',
    "1e",
    "[9007199254740993",
    "00.5",
  ]) {
    expect(() => JSON.parse(text), text).toThrow(SyntaxError);
    expect(() => parseExactly(text), text).toThrow(SyntaxError);
  }
});

test("where an engine cannot write a number exactly, JSON.stringify throws instead of rounding it", async () => {
  const { ExactNumber, stringifyExactly } = await load("without JSON.rawJSON");
  const value = { id: new ExactNumber("9007199254740993") };
  expect(stringifyExactly(value)).toBe('{"id":9007199254740993}');
  expect(() => JSON.stringify(value)).toThrow("Node 22 or later");
});

test.each(["", "without JSON.rawJSON"])(
  "values of programs are written as JSON %s",
  async (kind) => {
    const { stringifyConverted } = await load(kind);
    const value = { id: 9007199254740993n, at: new Date(0), ids: [1n] };
    const text = '{"id":9007199254740993,"at":"1970-01-01T00:00:00.000Z","ids":[1]}';
    expect(stringifyConverted(value)).toBe(text);
    expect(stringifyConverted([1n], 2)).toBe("[\n  1\n]");
  },
);
