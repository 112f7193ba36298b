import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Format } from "@specwright/runtime/v1/values";
import { Ajv2020 } from "ajv/dist/2020.js";
import { loadModel, type Schema } from "specwright";
import { afterAll, describe, expect, it } from "vitest";
import { findNeed } from "../../../../../../test/support/needs.ts";
import { toStrictSchema } from "../../toolkits/strict-schema/to-strict-schema.ts";
import { findFieldProblems } from "./validator.ts";

/** A group of the official suite: a schema, and instances with the suite's verdict. */
interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** The keywords that occur in toolkit documents. `$id` and dynamic references do not. */
const keywords =
  "additionalProperties allOf anyOf boolean_schema const contains dependentRequired dependentSchemas enum " +
  "exclusiveMaximum exclusiveMinimum if-then-else items maxContains maxItems maxLength maxProperties maximum " +
  "minContains minItems minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems " +
  "properties propertyNames required type uniqueItems";

const suite = findNeed("json-schema-test-suite");
const folder = mkdtempSync(join(tmpdir(), "platform-validator-"));
afterAll(() => rmSync(folder, { recursive: true }));

function readSuiteGroups(keyword: string): readonly Group[] {
  // Files of the suite have this shape.
  const groups = JSON.parse(
    readFileSync(join(suite ?? "", "draft2020-12", `${keyword}.json`), "utf8"),
  ) as Group[];
  return groups.filter(
    ({ schema }) =>
      !/"\$(?:id|anchor|dynamicRef|ref|defs)"|unevaluated/.test(JSON.stringify(schema)),
  );
}

/** The schemas as specwright reads them from a document. */
function readSuiteSchemas(keyword: string, groups: readonly Group[]): readonly Schema[] {
  const path = join(folder, `${keyword}.json`);
  const schemas = Object.fromEntries(groups.map(({ schema }, index) => [`S${index}`, schema]));
  const info = { title: "x", version: "1" };
  writeFileSync(
    path,
    JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } }),
  );
  return [...loadModel(path).model.components.schemas.values()];
}

describe.skipIf(suite === undefined)("toValidator, by the official test suite", () => {
  it.each(keywords.split(" "))("means %s exactly", (keyword) => {
    const groups = readSuiteGroups(keyword);
    const schemas = readSuiteSchemas(keyword, groups);
    const wrong = groups.flatMap(({ description, tests }, index) => {
      const schema = schemas[index];
      return tests
        .filter(
          ({ data, valid }) =>
            schema === undefined || (findFieldProblems(schema, data).length === 0) !== valid,
        )
        .map((test) => `${description}: ${test.description}`);
    });
    expect(wrong).toEqual([]);
    expect(groups.length).toBeGreaterThan(0);
  });

  it.each(keywords.split(" "))("accepts nothing by %s that the strict form refuses", (keyword) => {
    const groups = readSuiteGroups(keyword);
    const schemas = readSuiteSchemas(keyword, groups);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
    const wrong = groups.flatMap(({ description, tests }, index) => {
      const schema = schemas[index];
      const strict = schema === undefined ? {} : toStrictSchema(schema, "output");
      const accepts = ajv.compile(strict);
      // When a schema has no `type`, specwright infers one and refuses values of other types on purpose.
      const isInferred = schema?.types === undefined && typeof strict.type === "string";
      const isMeant = (data: unknown): boolean =>
        !isInferred || ajv.validate({ type: strict.type }, data);
      return tests
        .filter(({ data, valid }) => valid && isMeant(data) && !accepts(data))
        .map((test) => `${description}: ${test.description}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Each format that our runtime checks, with a string that violates it. */
const wrongTexts = {
  "date-time": "2025-11-20",
  date: "20.11.2025",
  time: "12:00",
  duration: "1 day",
  email: "ada",
  hostname: "-a",
  ipv4: "256.0.0.1",
  ipv6: "1:2",
  uri: "/a",
  "uri-reference": "\\\\a",
  uuid: "1",
  regex: "(",
  "json-pointer": "a",
  "relative-json-pointer": "/a",
  "uri-template": "{a",
  int64: "9223372036854775808",
  uint64: "-1",
} as const satisfies Readonly<Record<Format, string>>;

describe("findFieldProblems", () => {
  it.each(Object.entries(wrongTexts))(
    "refuses a text that is not of the format %s",
    (format, text) => {
      const schema: Schema = { location: { file: "", pointer: "" }, types: ["string"], format };
      expect(findFieldProblems(schema, text)).toHaveLength(1);
    },
  );

  it("takes formats that it does not know as comments", () => {
    const schema: Schema = { location: { file: "", pointer: "" }, format: "color" };
    expect(findFieldProblems(schema, "?")).toEqual([]);
  });

  it("refuses values that are nested too deep, before it visits them", () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) {
      value = [value];
    }
    const schema: Schema = { location: { file: "", pointer: "" }, boolean: true };
    expect(findFieldProblems(schema, value)).toEqual([
      { path: [], message: "nested more than 64 levels deep" },
    ]);
  });
});
