import { join } from "node:path";
import { expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { copyUnit } from "../../test/copy-unit.ts";
import { buildEditedDocument } from "../../test/edited-document.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { loadModel } from "../commands/load/load-model.ts";
import { builtInTargets } from "../commands/settings/targets.ts";
import { createTemplates } from "../emit/shared/print/templates.ts";
import type { EmitContext } from "../emit/target.ts";
import { findContents } from "./contents.ts";
import type { Kept, Print, Unit } from "./kept-units.ts";

const findOurs = (): string => join(import.meta.dirname, "../../../../spec/openapi.yaml");
const writeEdited = (): string =>
  join(makeTemporaryFolder({ "api.json": JSON.stringify(buildEditedDocument()) }), "api.json");
const corpus = findNeed("corpus");
const render = createTemplates();

interface Printed {
  readonly kind: string;
  readonly unit: Unit;
  readonly print: Print<Unit, unknown>;
  readonly text: unknown;
}

/** Every text that the targets print from units of a document. */
async function collectPrinted(
  findDocument: () => string,
  options: Partial<EmitContext>,
): Promise<readonly Printed[]> {
  const { model } = loadModel(findDocument());
  const all: Printed[] = [];
  const kept: Kept = {
    hasUnnamed: findContents(model).hasUnnamed,
    isSame: Object.is,
    index: (_name, create) => create(),
    of: (kind, unit, print) => {
      const text = print(unit, render);
      // Each function gets the unit that it was collected with.
      all.push({ kind, unit, print: print as Print<Unit, unknown>, text });
      return text;
    },
  };
  const plans = new Map<string, unknown>();
  for (const { name, load } of builtInTargets) {
    const emit = await load();
    const result = emit({ model, command: "specwright generate", render, kept, plans, ...options });
    plans.set(name, result.plan);
  }
  return all;
}

test.each([
  ["our document", findOurs, {}, 1],
  ["our document, types of each direction", findOurs, { readWriteSplit: true }, chooseAmount(9, 1)],
  ["a document with every kind of schema", writeEdited, {}, 1],
  ...(corpus === undefined
    ? []
    : ([
        ["a small document", () => join(corpus, "museum.yaml"), {}, 1],
        ["a document with few schemas of its own", () => join(corpus, "train-travel.yaml"), {}, 1],
        ["a large document", () => join(corpus, "github.json"), {}, chooseAmount(200, 20)],
        [
          "a large document of many files",
          () => join(corpus, "digitalocean/DigitalOcean-public.v2.yaml"),
          {},
          chooseAmount(100, 10),
        ],
      ] as const)),
] as const)(
  "every text is printed from a copy of its unit: %s",
  { timeout: 300_000 },
  async (_name, findDocument, options, step) => {
    const printed = await collectPrinted(findDocument, options);
    const stems = new Set(printed.map(({ kind }) => kind.replace(/ \S+$/, "")));
    expect([...stems]).toEqual(expect.arrayContaining(kinds));
    const failed = printed
      .filter((_each, index) => index % step === 0)
      .flatMap(({ kind, unit, print, text }) => {
        try {
          expect(print(copyUnit(unit), render)).toEqual(text);
          return [];
        } catch (error) {
          return [`${kind}: ${String(error).slice(0, 500)}`];
        }
      });
    expect(failed).toEqual([]);
  },
);

/** The kinds of texts that every document has. */
const kinds = [
  "client",
  "server answers",
  "server code",
  "server docs",
  "server module",
  "types: member",
  "types: operation",
  "types: schema",
];

test("a copy of a unit has none of the targets that the unit does not have itself", () => {
  const location = { file: "a", pointer: "" };
  const target = { location, types: ["string"] };
  const schema = { location, ref: { name: "A", text: "#/A", target } };
  const unit = { operations: [], schema, followed: [target] };
  expect(copyUnit(unit).schema.ref.target).toEqual(target);
  const copy = copyUnit({ ...unit, followed: [] });
  expect(() => copy.schema.ref.target.types).toThrow(/types of a target/);
});
