import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject } from "@specwright/runtime/v1/values";
import type { Model, Operation, Parameter, Response, Schema } from "specwright";
import { afterAll, expect, test } from "vitest";
import { changeKinds } from "../../packages/specwright/src/compare/kinds/change-kinds.ts";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import { makeValue } from "../../packages/specwright/src/verify/values/make-value.ts";
import { createRandom } from "../../packages/specwright/src/verify/values/random.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { listValues } from "../evidence/wire/list-values.ts";

const folder = mkdtempSync(join(resolveInRoot("test/changes"), ".proof-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const render = createTemplates();

interface Validator {
  readonly safeParse: (value: unknown) => { readonly success: boolean };
}

/** Generates the validators of a document and loads them. */
async function loadValidators(model: Model, into: string): Promise<object> {
  const context = { model, command: "specwright generate", render, ...generateDefaults };
  for (const { path, content } of emitValidators(context).files) {
    if (path.endsWith(".js")) {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      writeFileSync(join(into, path), content);
    }
  }
  return import(pathToFileURL(join(into, "validators/index.js")).href);
}

/** Kinds of changes for which the table and the generated validators may differ, with the reason. */
const exceptions: readonly (readonly [kinds: RegExp, reason: string])[] = [
  [/content-(?:media-type|encoding)-changed$|-xml-changed$/, "Ours do not decode texts."],
  [/-(?:discriminator|mapping)-/, "Ours try the alternatives, whatever a discriminator says."],
  [/-format-narrowed$/, "No integer beyond 32 bits is among the values."],
  [/-hidden-property-changed$/, "No value of this direction has the property."],
  [/-alternative-removed$/, "It depends on the alternatives that are left."],
  [/-hidden-property-changed$/, "The values of a direction do not have the property."],
  [/-property-added$/, "Documents say nothing about values of names that they did not have."],
  [/^request-property-became-one-way$/, "Ours accept read-only properties unless told otherwise."],
];

/** A part of the validators that code can name, with values for it if it is a validator. */
interface Part {
  readonly path: readonly string[];
  readonly values: readonly unknown[];
}

const fullness = ["least", "most", "some"] as const;

/** Values of one or both schemas. */
function toValues(schema: Schema | undefined, other: Schema | undefined): readonly unknown[] {
  const random = createRandom(1, "");
  return fullness.flatMap((each) => listValues(schema, other, { random, fullness: each }));
}

function listParts(before: Model, after: Model): readonly Part[] {
  return [
    ...[...before.components.schemas].map(([name, schema]) => ({
      path: ["schemas", name],
      values: toValues(schema, after.components.schemas.get(name)),
    })),
    ...before.webhooks
      .flatMap(({ operations }) => operations)
      .map(({ name }) => ({ path: ["webhooks", name], values: [] })),
    ...before.operations.flatMap((operation) =>
      listPartsOfOperation(
        operation,
        after.operations.find(({ name }) => name === operation.name),
      ),
    ),
  ];
}

function listPartsOfOperation(before: Operation, after: Operation | undefined): readonly Part[] {
  const root = ["operations", before.name];
  const places = [...new Set(before.parameters.map(({ value }) => value.in))];
  return [
    { path: root, values: [] },
    ...places.map((place) => ({
      path: [...root, "parameters", place],
      values: listObjects(selectParameters(before, place), selectParameters(after, place)),
    })),
    ...listBodies([...root, "requestBody"], before.requestBody?.value, after?.requestBody?.value),
    ...[...before.responses].flatMap(([status, { value }]) => {
      const there = after?.responses.get(status)?.value;
      return [
        { path: [...root, "responses", status], values: [] },
        ...listBodies([...root, "responses", status], value, there),
        {
          path: [...root, "responseHeaders", status],
          values: listObjects(selectHeaders(value), selectHeaders(there)),
        },
      ];
    }),
  ];
}

type Content = Pick<Response, "content">;

function listBodies(
  path: readonly string[],
  before: Content | undefined,
  after: Content | undefined,
): readonly Part[] {
  return (before?.content ?? []).map(({ mediaType, schema }) => ({
    path: [...path, mediaType],
    values: toValues(schema, after?.content.find((each) => each.mediaType === mediaType)?.schema),
  }));
}

/** Members of an object of parameters or headers, by name. */
type Members = ReadonlyMap<string, Pick<Parameter, "schema" | "required">>;

function selectParameters(operation: Operation | undefined, place: string): Members {
  const own = operation?.parameters.filter(({ value }) => value.in === place) ?? [];
  return new Map(own.map(({ value }) => [value.name, value]));
}

function selectHeaders(response: Response | undefined): Members {
  const own = [...(response?.headers ?? [])];
  return new Map(own.map(([name, { value }]) => [name, value]));
}

/** Objects with all members, with the required ones alone, and with each value of one member. */
function listObjects(before: Members, after: Members): readonly object[] {
  return fullness.flatMap((each) => {
    const making = { random: createRandom(1, ""), fullness: each };
    const chosen = [...before].filter(([, { required }]) => required || each !== "least");
    const whole = Object.fromEntries(
      chosen.map(([name, { schema }]) => [name, makeValue(schema, making)]),
    );
    const others = chosen.flatMap(([name, { schema }]) =>
      listValues(schema, after.get(name)?.schema, making).map((value) => ({
        ...whole,
        [name]: value,
      })),
    );
    return [whole, ...others];
  });
}

/** The part of the loaded validators that names lead to. */
function findPart(root: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), root);
}

function accepts(validator: unknown, value: unknown): boolean {
  // Parts that have values are validators.
  return (validator as Validator).safeParse(value).success;
}

/** Returns the first part that is gone, or the first old value that is refused. Undefined when all is well. */
function findBreak(parts: readonly Part[], old: object, now: object): string | undefined {
  for (const { path, values } of parts) {
    const [before, after] = [findPart(old, path), findPart(now, path)];
    if (before !== undefined && after === undefined) {
      return `${path.join(".")} is gone`;
    }
    const refused =
      before === undefined
        ? undefined
        : values.find((value) => accepts(before, value) && !accepts(after, value));
    if (refused !== undefined) {
      return `${path.join(".")} refuses ${JSON.stringify(refused)}`;
    }
  }
  return undefined;
}

test("old values are refused by the new validators exactly where the table says so", {
  timeout: 300_000,
}, async () => {
  const differing: string[] = [];
  for (const [kind, [from, to]] of pairs) {
    const [before, after] = [buildModelFrom(from), buildModelFrom(to)];
    const old = await loadValidators(before, join(folder, kind, "old"));
    const now = await loadValidators(after, join(folder, kind, "new"));
    const found = findBreak(listParts(before, after), old, now);
    const verdict = changeKinds.get(kind)?.verdicts.validators;
    if (
      (verdict === "works") !== (found === undefined) &&
      !exceptions.some(([kinds]) => kinds.test(kind))
    ) {
      differing.push(`${kind}: the table says ${verdict}; ${found ?? "nothing is refused"}`);
    }
  }
  expect(differing).toEqual([]);
});
