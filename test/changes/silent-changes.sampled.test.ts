import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import { DiagnosticError } from "../../packages/specwright/src/diagnostic.ts";
import { buildModel } from "../../packages/specwright/src/document/model/build/build-model.ts";
import type { Model } from "../../packages/specwright/src/document/model/model.ts";
import { openValue } from "../../packages/specwright/src/document/read/open-value.ts";
import { emitClient } from "../../packages/specwright/src/emit/client/index.ts";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitTypes } from "../../packages/specwright/src/emit/types/index.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findNeed } from "../support/needs.ts";
import { chooseAmount, createRandom } from "../support/samples.ts";
import { type Mutation, mutateDocument } from "./mutations.ts";
import { sliceDocument } from "./slice-document.ts";
import { wholeDocument } from "./whole-document.ts";

const render = createTemplates();

/** The code that is generated from a model, without comments. */
function printCode(model: Model): string {
  const context = { model, command: "specwright generate", render, ...generateDefaults };
  const files = [emitTypes, emitClient, emitValidators, emitServer].flatMap(
    (emit) => emit(context).files,
  );
  return files.map(({ path, content }) => `${path}\n${dropComments(content)}`).join("\n");
}

/** Comments, or texts that may look like them. */
const commentsAndTexts =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

function dropComments(code: string): string {
  return code
    .replace(commentsAndTexts, (found) => (found.startsWith("/") ? "" : found))
    .replace(/\n\s*(?=\n)/g, "");
}

/** The model of a document. Undefined for one that `generate` refuses. */
function buildMutated(document: Mutation["document"]): Model | undefined {
  try {
    return buildModel(openValue(document, "openapi.yaml")).model;
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return undefined;
    }
    throw error;
  }
}

/** What differs between two printed texts, for a message. */
function showDifference(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const at = old.findIndex((line, index) => line !== now[index]);
  return `${old[at]?.trim()} → ${now[at]?.trim()}`;
}

/** The words of code in the order of the alphabet: those of code that is only in another order are the same. */
function sortWords(code: string): string {
  return (code.match(/"(?:[^"\\\n]|\\.)*"|[\w$]+/g) ?? []).toSorted().join(" ");
}

/**
 * Edits after which a document means the same, although more than the order of the generated code differs: the place and
 * the edit, and the reason.
 */
const sameMeaning: readonly (readonly [placeAndEdit: RegExp, reason: string])[] = [
  [
    /(?:^|\/)security(?:\/.*)? (?:in another|with an)/,
    "Hooks are named by the alternatives in their order.",
  ],
  [
    /\/(?:enum|required|type|dependentRequired\/\w+) with an/,
    "A name that is listed twice counts once.",
  ],
  [/\/(?:anyOf|allOf) with an/, "An alternative or part that is repeated counts once."],
  [/\/(?:Animal|Bird\/allOf\/1)\/type /, "The other part of `Bird` says the type too."],
  [/\/properties\/files?(?:\/items)?\/type /, "A part without a type is a file as well."],
  [/\/(?:List|Strings)\/\$defs(?:\/\w+)? under/, "Hidden definitions are named by their place."],
  [
    /\/headers in another/,
    "Types of headers that answers share are named by these in their order.",
  ],
  [/\/allOf in another/, "The parts of a schema are merged in their order."],
  [/\/additionalProperties /, "An index signature is the same as a record."],
  [
    /\/(?:responses\/\w+|requestBody|headers\/[^/]+|parameters\/\d+|schema|items)(?:\/\$ref)? (?:replaced|under)/,
    "A part that is written in its place is the same as a component with this content.",
  ],
  [
    /\/parameters\/[\w-]+(?:\/(?:\$ref|name|in))? (?:replaced|removed|under)/,
    "A parameter of the path that nothing describes is a text.",
  ],
  [
    /\/content in another/,
    "Answers that are the same are grouped by their media types in their order.",
  ],
  [/\/oneOf in another/, "The types of alternatives are written in their order."],
  [/\/description under the name pattern/, "A pattern says nothing about lists and objects."],
];

interface Tried {
  readonly model: Model;
  readonly code: string;
  readonly words: string;
}

const tries = new WeakMap<object, Tried>();

function prepare(document: Mutation["document"]): Tried {
  const known = tries.get(document);
  if (known !== undefined) {
    return known;
  }
  const model = buildMutated(document);
  if (model === undefined) {
    throw new Error("A document that is edited has a mistake.");
  }
  const code = printCode(model);
  const tried = { model, code, words: sortWords(code) };
  tries.set(document, tried);
  return tried;
}

/** What is wrong after an edit: the report has no change, or only documentation, and other code is generated. */
function findSilent(original: Mutation["document"], mutation: Mutation): object | undefined {
  const mutated = buildMutated(mutation.document);
  if (mutated === undefined) {
    return undefined;
  }
  const before = prepare(original);
  const changes = compareModels(before.model, mutated);
  if (changes.some(({ severity }) => severity !== "documentation")) {
    return undefined;
  }
  const code = printCode(mutated);
  const place = mutation.place.join("/");
  const isKnown =
    changes.length > 0 &&
    (sortWords(code) === before.words ||
      sameMeaning.some(([each]) => each.test(`${place} ${mutation.edit}`)));
  return code === before.code || isKnown
    ? undefined
    : {
        place,
        edit: mutation.edit,
        kinds: changes.map(({ kind }) => kind),
        difference: showDifference(before.code, code),
      };
}

/** Real documents, in the soak and where they are installed. Some of their operations lead to hundreds of schemas. */
function listCorpus(): readonly object[] {
  const corpus = chooseAmount(false, true) ? findNeed("corpus") : undefined;
  return corpus === undefined
    ? []
    : ["museum.yaml", "train-travel.yaml", "github.json"].map((name) =>
        parse(readFileSync(join(corpus, name), "utf8")),
      );
}

test("what changes the generated code is a change, and more than one of texts", {
  timeout: 3_600_000,
}, async () => {
  const runs = Number(process.env.FUZZ_RUNS ?? chooseAmount(1000, 100_000));
  const random = createRandom();
  const { document } = await bundleTheDocument();
  const slices = [document, ...listCorpus()].flatMap(sliceDocument);
  const silent: object[] = [];
  for (let run = 0; run < runs; run += 1) {
    const slice = slices[Math.floor(random() * slices.length)] ?? wholeDocument;
    const original = run % 2 === 0 ? wholeDocument : slice;
    const found = findSilent(original, mutateDocument(original, random));
    silent.push(...(found === undefined ? [] : [found]));
  }
  expect(silent).toEqual([]);
});
