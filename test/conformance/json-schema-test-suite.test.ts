import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { need } from "../support/needs.ts";
import { knownFailures } from "./known-failures.ts";
import type { GeneratedGroup, Placement } from "./support/generated-suite.ts";
import { generateGroups } from "./support/generated-suite.ts";
import type { Validators } from "./support/load-validators.ts";
import { runValidators } from "./support/load-validators.ts";
import type { Group } from "./support/suite.ts";
import { readGroups } from "./support/suite.ts";

const suite = need("json-schema-test-suite");
// ajv-formats is CommonJS whose types only know a default export.
const addFormats = createRequire(import.meta.url)("ajv-formats") as Plugin<unknown>;

/** What is generated for one schema. */
interface Forms {
  readonly Root: z.ZodType | undefined;
  readonly isRoot: ((value: unknown) => boolean) | undefined;
}

/** The same schema in every form in which it has to mean the same. */
const forms: Readonly<Record<string, (generated: Forms) => (value: unknown) => boolean>> = {
  "the schema":
    ({ Root }) =>
    (value) =>
      passes(Root, value),
  "the predicate":
    ({ isRoot }) =>
    (value) =>
      isRoot?.(value) === true,
  "without any predicate":
    ({ Root }) =>
    (value) =>
      passes(Root, value),
  "after .meta({})": ({ Root }) => {
    const derived = Root?.meta({});
    return (value) => passes(derived, value);
  },
  "after .refine()": ({ Root }) => {
    const derived = Root?.refine(() => true);
    return (value) => passes(derived, value);
  },
  "after .extend({})": ({ Root }) => {
    const derived = Root instanceof z.ZodObject ? Root.extend({}) : Root;
    return (value) => passes(derived, value);
  },
  "in an object": ({ Root }) => {
    const derived = z.object({ a: Root ?? z.never() });
    return (value) => passes(derived, { a: value });
  },
  "in an array": ({ Root }) => {
    const derived = z.array(Root ?? z.never());
    return (value) => passes(derived, [value]);
  },
  "in a union": ({ Root }) => {
    const derived = z.union([z.undefined(), Root ?? z.never()]);
    return (value) => passes(derived, value);
  },
};

function passes(schema: z.ZodType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success === true;
}

const folder = mkdtempSync(join(tmpdir(), "suite-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function generateSuite(
  name: string,
  placement: Placement,
  formats: "assert" | "annotate",
): Promise<GeneratedGroup[]> {
  const own = join(folder, formats);
  const remotes = join(suite ?? "", "remotes");
  return generateGroups(readGroups(suite ?? "", name), placement, {
    folder: own,
    remotes,
    formats,
  });
}

describe.skipIf(suite === undefined).each<Placement>(["a file", "a component"])(
  "every required test of the official suite has the right verdict, each schema being %s",
  (placement) => {
    let generated: GeneratedGroup[];
    beforeAll(async () => {
      generated = await generateSuite("draft2020-12", placement, "annotate");
    });

    test.each(Object.keys(forms))("%s", (form) => {
      const failures: string[] = [];
      let count = 0;
      for (const { group, verdict } of judges(generated, form)) {
        for (const { description, data, valid } of group.tests) {
          count += 1;
          if (verdict(data) !== valid) {
            failures.push(`${group.file}: ${group.description}: ${description}`);
          }
        }
      }
      expect(count).toBe(1299);
      expect(failures).toEqual(knownFailures);
    });

    test("values come back as they were, the very same object", () => {
      for (const { group, validators, component } of loaded(generated, true)) {
        for (const { data } of group.tests) {
          const before = JSON.stringify(data);
          const result = validators.schemas[component]?.safeParse(data);
          if (result?.success === true) {
            expect(result.data).toBe(data);
          }
          expect(JSON.stringify(data)).toBe(before);
        }
      }
    });
  },
);

interface Judge {
  readonly group: Group;
  readonly verdict: (value: unknown) => boolean;
}

function judges(generated: readonly GeneratedGroup[], form: string): Judge[] {
  return loaded(generated, form !== "without any predicate").map(
    ({ group, validators, component }) => {
      const { schemas, predicates } = validators;
      const Root = schemas[component];
      const isRoot = predicates[`is${component}`];
      return { group, verdict: forms[form]?.({ Root, isRoot }) ?? (() => !group) };
    },
  );
}

/** The validators of each group; groups of one output share them. */
function loaded(generated: readonly GeneratedGroup[], usesPredicates: boolean) {
  const known = new Map<unknown, Validators>();
  return generated.map(({ files, ...group }) => {
    const validators = known.get(files) ?? runValidators(files, usesPredicates);
    known.set(files, validators);
    return { ...group, validators };
  });
}

/** The formats that are asserted by default. */
const asserted =
  "date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer " +
  "relative-json-pointer uri-template";

test.skipIf(suite === undefined)("no format is judged worse than by ajv-formats", async () => {
  const generated = await generateSuite("draft2020-12/optional/format", "a file", "assert");
  const ours = judges(generated, "the schema");
  for (const format of asserted.split(" ")) {
    const own = ours.filter(({ group }) => group.file === `${format}.json`);
    const right = sum(own.map(({ group, verdict }) => rightOf(group, verdict)));
    const ajvs = sum(own.map(({ group }) => rightOf(group, ajvVerdict(group))));
    const all = sum(own.map(({ group }) => group.tests.length));
    process.stdout.write(`${format}: specwright ${right}, ajv-formats ${ajvs} of ${all} tests\n`);
    expect(right, format).toBeGreaterThanOrEqual(ajvs);
    expect(right, format).toBeGreaterThan(0);
  }
});

function ajvVerdict(group: Group): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  // The suite's schemas are objects.
  return ajv.compile(group.schema as object);
}

function rightOf(group: Group, verdict: (value: unknown) => boolean): number {
  return group.tests.filter(({ data, valid }) => verdict(data) === valid).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
