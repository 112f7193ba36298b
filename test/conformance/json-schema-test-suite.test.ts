import { createRequire } from "node:module";
import type { Plugin } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod";
import { need } from "../support/needs.ts";
import { knownFailures } from "./known-failures.ts";
import type { Validators } from "./support/load-validators.ts";
import { loadValidators } from "./support/load-validators.ts";
import { modelOfSchemas } from "./support/schema-model.ts";
import type { Group } from "./support/suite.ts";
import { readGroups, readRemotes } from "./support/suite.ts";

const suite = need("json-schema-test-suite");
// ajv-formats is CommonJS whose types only know a default export.
const addFormats = createRequire(import.meta.url)("ajv-formats") as Plugin<unknown>;

/** The same schema in every form in which it has to mean the same. */
const forms: Readonly<Record<string, (validators: Validators) => (value: unknown) => boolean>> = {
  "the schema":
    ({ schemas: { Root } }) =>
    (value) =>
      passes(Root, value),
  "the predicate":
    ({ predicates }) =>
    (value) =>
      predicates.isRoot?.(value) === true,
  "without any predicate":
    ({ schemas: { Root } }) =>
    (value) =>
      passes(Root, value),
  "after .meta({})": ({ schemas: { Root } }) => {
    const derived = Root?.meta({});
    return (value) => passes(derived, value);
  },
  "after .refine()": ({ schemas: { Root } }) => {
    const derived = Root?.refine(() => true);
    return (value) => passes(derived, value);
  },
  "after .extend({})": ({ schemas: { Root } }) => {
    const derived = Root instanceof z.ZodObject ? Root.extend({}) : Root;
    return (value) => passes(derived, value);
  },
  "in an object": ({ schemas: { Root } }) => {
    const derived = z.object({ a: Root ?? z.never() });
    return (value) => passes(derived, { a: value });
  },
  "in an array": ({ schemas: { Root } }) => {
    const derived = z.array(Root ?? z.never());
    return (value) => passes(derived, [value]);
  },
  "in a union": ({ schemas: { Root } }) => {
    const derived = z.union([z.undefined(), Root ?? z.never()]);
    return (value) => passes(derived, value);
  },
};

function passes(schema: z.ZodType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success === true;
}

function load(
  group: Group,
  remotes: ReadonlyMap<string, unknown>,
  usesPredicates = true,
): Validators {
  const model = modelOfSchemas({ Root: group.schema }, remotes);
  return loadValidators(model, { formats: "annotate", usesPredicates });
}

test.skipIf(suite === undefined).each(Object.keys(forms))(
  "every required test of the official suite has the right verdict: %s",
  (form) => {
    const remotes = readRemotes(suite ?? "");
    const failures: string[] = [];
    let count = 0;
    for (const group of readGroups(suite ?? "", "draft2020-12")) {
      const accepts = forms[form]?.(load(group, remotes, form !== "without any predicate"));
      for (const { description, data, valid } of group.tests) {
        count += 1;
        if (accepts?.(data) !== valid) {
          failures.push(`${group.file}: ${group.description}: ${description}`);
        }
      }
    }
    expect(count).toBe(1299);
    expect(failures).toEqual(knownFailures);
  },
);

test.skipIf(suite === undefined)("values come back as they were, the very same object", () => {
  const remotes = readRemotes(suite ?? "");
  for (const group of readGroups(suite ?? "", "draft2020-12")) {
    const { Root } = load(group, remotes).schemas;
    for (const { data } of group.tests) {
      const before = JSON.stringify(data);
      const result = Root?.safeParse(data);
      if (result?.success === true) {
        expect(result.data).toBe(data);
      }
      expect(JSON.stringify(data)).toBe(before);
    }
  }
});

/** The formats that are asserted by default. */
const asserted =
  "date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer " +
  "relative-json-pointer uri-template";

test.skipIf(suite === undefined)("no format is judged worse than by ajv-formats", () => {
  const groups = readGroups(suite ?? "", "draft2020-12/optional/format");
  const remotes = readRemotes(suite ?? "");
  for (const format of asserted.split(" ")) {
    const own = groups.filter(({ file }) => file === `${format}.json`);
    const ours = own.map((group) => right(group, ourVerdict(group, remotes)));
    const ajvs = own.map((group) => right(group, ajvVerdict(group)));
    expect(sum(ours), format).toBeGreaterThanOrEqual(sum(ajvs));
    expect(sum(ours), format).toBeGreaterThan(0);
  }
});

function ourVerdict(
  group: Group,
  remotes: ReadonlyMap<string, unknown>,
): (value: unknown) => boolean {
  const { Root } = loadValidators(modelOfSchemas({ Root: group.schema }, remotes)).schemas;
  return (value) => passes(Root, value);
}

function ajvVerdict(group: Group): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  // The suite's schemas are objects.
  return ajv.compile(group.schema as object);
}

function right(group: Group, verdict: (value: unknown) => boolean): number {
  return group.tests.filter(({ data, valid }) => verdict(data) === valid).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
