import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Model, Schema } from "../../packages/specwright/src/document/model/model.ts";
import { findReachableSchemas } from "../../packages/specwright/src/document/model/reachable-schemas.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitTypes } from "../../packages/specwright/src/emit/types/index.ts";
import { loadModel } from "../../packages/specwright/src/index.ts";
import { makeValue } from "../../packages/specwright/src/verify/values/make-value.ts";
import { createRandom } from "../../packages/specwright/src/verify/values/random.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { compile, makeWorkspaceFolder, strictOptions } from "../conformance/support/compile.ts";
import { loadValidators } from "../conformance/support/load-validators.ts";
import { listCorpusDocuments } from "../corpus/documents.ts";
import { fc } from "../support/fast-check.ts";
import { chooseAmount, seed } from "../support/samples.ts";
import { cases, differences, parts, typedSchemas } from "./types-and-validators/typed-schemas.ts";

const folder = makeWorkspaceFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A function whose result has the exact type of a literal, but is none: see "an extra property of a literal" in `differences`. */
const asValue = `type Writable<T> = { -readonly [K in keyof T]: Writable<T[K]> };
export declare function asValue<const T>(literal: T): Writable<T>;
`;

/** A value of a component schema, and whether its literal is expected to compile. */
interface Literal {
  readonly name: string;
  readonly value: unknown;
  readonly isAccepted: boolean;
}

/** The literals on which the compiler does not agree with what is expected, each with the compiler's message. */
function findDisagreements(
  model: Model,
  list: (name: string, schema: Schema, accepts: (value: unknown) => boolean) => readonly Literal[],
  into: string,
  write: (value: unknown) => string = JSON.stringify,
): readonly { readonly name: string; readonly value: unknown; readonly message: string }[] {
  const validators = loadValidators(model);
  const literals = [...model.components.schemas].flatMap(([name, schema]) =>
    list(name, schema, (value) => validators.schemas[name]?.safeParse(value).success === true),
  );
  const context = {
    model,
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
  };
  for (const { path, content } of emitTypes(context).files) {
    mkdirSync(dirname(join(folder, into, path)), { recursive: true });
    writeFileSync(join(folder, into, path), content);
  }
  const lines = literals.map(
    ({ name, value }, index) =>
      `export const v${index}: components["schemas"][${JSON.stringify(name)}] = ${write(value)};`,
  );
  const head =
    'import type { components } from "./types/index.d.ts"; import { asValue } from "./as-value.ts";';
  writeFileSync(join(folder, into, "as-value.ts"), asValue);
  writeFileSync(join(folder, into, "literals.ts"), [head, ...lines, ""].join("\n"));
  const options = { ...strictOptions, files: ["literals.ts"] };
  writeFileSync(join(folder, into, "tsconfig.json"), JSON.stringify(options));
  const messages = new Map<number, string>();
  for (const [, file = "", line = "", message = ""] of compile(join(folder, into)).matchAll(
    /^(\S+)\((\d+),\d+\): error (.*)$/gm,
  )) {
    if (!file.endsWith("literals.ts")) {
      throw new Error(`The types do not compile: ${file} ${message}`);
    }
    messages.set(Number(line) - 2, message);
  }
  return literals.flatMap(({ name, value, isAccepted }, index) => {
    const message = messages.get(index);
    return (message === undefined) === isAccepted
      ? []
      : [{ name, value, message: message ?? "compiles" }];
  });
}

test("literals of the shapes of public documents compile exactly where the validator accepts them", () => {
  const entries = Object.entries(cases);
  const schemas = Object.fromEntries(
    entries.map(([, { schema }], index) => [`Case${index}`, schema]),
  );
  const wrong: string[] = [];
  const found = findDisagreements(
    buildModelFrom({ components: { schemas: { ...parts, ...schemas } } }),
    (name, _, accepts) => {
      const [title, { accepted, refused }] = entries[
        Number(/^Case(\d+)$/.exec(name)?.[1] ?? -1)
      ] ?? [name, { accepted: [], refused: [] }];
      const judge = (isAccepted: boolean) => (value: unknown) => {
        if (accepts(value) !== isAccepted) {
          wrong.push(`${title}: ${JSON.stringify(value)}`);
        }
        return { name, value, isAccepted };
      };
      return [...accepted.map(judge(true)), ...refused.map(judge(false))];
    },
    "cases",
  );
  expect(wrong).toEqual([]);
  expect(found.map(({ name, ...rest }) => [entries[Number(name.slice(4))]?.[0], rest])).toEqual([]);
});

test("the differences that remain are known by name", () => {
  const entries = Object.entries(differences);
  const schemas = Object.fromEntries(entries.map(([, { schema }], index) => [`D${index}`, schema]));
  const found = findDisagreements(
    buildModelFrom({ components: { schemas: { ...parts, ...schemas } } }),
    (name, _, accepts) => {
      if (schemas[name] === undefined) {
        return [];
      }
      const [, { value, isAccepted } = { value: undefined, isAccepted: false }] =
        entries[Number(name.slice(1))] ?? [];
      expect(accepts(value)).toBe(isAccepted);
      return [{ name, value, isAccepted }];
    },
    "differences",
  );
  expect(found.map(({ name }) => entries[Number(name.slice(1))]?.[0])).toEqual(
    Object.keys(differences),
  );
});

test("values of random schemas compile as values of the types", () => {
  const count = chooseAmount(150, 3000);
  const list = fc.sample(typedSchemas, count);
  const schemas = Object.fromEntries(list.map((schema, index) => [`S${index}`, schema]));
  const found = findDisagreements(
    buildModelFrom({
      components: { schemas: { Optional: parts.Optional, Sheet: parts.Sheet, ...schemas } },
    }),
    (name, schema, accepts) =>
      makeAccepted(name, schema, accepts).flatMap((value) => [
        { name, value, isAccepted: true },
        ...leaveOutMembers(value)
          // A type accepts any number in place of an integer: see `differences`.
          .filter((less) => !accepts(less) && !JSON.stringify(schemas[name]).includes("integer"))
          .map((less) => ({ name, value: less, isAccepted: false })),
      ]),
    "random",
    writeAsValue,
  );
  const disagreements = found.map(({ name, ...rest }) => ({ schema: schemas[name], ...rest }));
  expect(disagreements, `SPECWRIGHT_SEED=${seed}`).toEqual([]);
});

const ours = ["spec/openapi.yaml", "packages/platform/toolkits/github.yaml"];
const documents = [
  ...ours.map((path) => ({ name: path, path: resolveInRoot(path) })),
  ...listCorpusDocuments(),
];

test.each(chooseAmount(documents.slice(0, 4), documents))(
  "values of the components of $name compile as values of the types",
  { timeout: 300_000 },
  async ({ name: document, path }) => {
    const { model } = await loadModel(path);
    for (const schema of findReachableSchemas(model)) {
      // See "a discriminator gives its property the value of the alternative" in `differences`.
      delete (schema as { discriminator?: unknown }).discriminator;
    }
    const found = findDisagreements(
      model,
      (name, schema, accepts) =>
        makeAccepted(name, schema, accepts).map((value) => ({
          name,
          value,
          isAccepted: true,
        })),
      document.replaceAll("/", "-"),
      writeAsValue,
    );
    expect(found, `SPECWRIGHT_SEED=${seed}`).toEqual([]);
  },
);

function writeAsValue(value: unknown): string {
  return `asValue(${JSON.stringify(value)})`;
}

/** Values of a schema that its validator accepts: with required members only, with all, and with some. */
function makeAccepted(
  name: string,
  schema: Schema,
  accepts: (value: unknown) => boolean,
): readonly unknown[] {
  return (["least", "most", "some"] as const)
    .map((fullness) => makeValue(schema, { random: createRandom(seed, name), fullness }))
    .filter((value) => value !== undefined && accepts(value));
}

/** An object without each of its members in turn. */
function leaveOutMembers(value: unknown): readonly object[] {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.keys(value).map((left) =>
        Object.fromEntries(Object.entries(value).filter(([key]) => key !== left)),
      )
    : [];
}
