import { expect, test } from "vitest";
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
import { chooseAmount, createRandom } from "../support/samples.ts";
import { type Mutation, mutateDocument } from "./mutations.ts";
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

interface Seen {
  readonly place: string;
  readonly edit: string;
  readonly difference: string;
}

/** What differs between two printed texts, for a message. */
function showDifference(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const at = old.findIndex((line, index) => line !== now[index]);
  return `${old[at]?.trim()} → ${now[at]?.trim()}`;
}

/** The words and signs of code in the order of the alphabet: those of code that is only in another order are the same. */
function sortWords(code: string): string {
  return (code.match(/"(?:[^"\\\n]|\\.)*"|\w+|\S/g) ?? []).toSorted().join(" ");
}

test("what changes the generated code is a change", { timeout: 600_000 }, () => {
  const runs = Number(process.env.FUZZ_RUNS ?? chooseAmount(1000, 100_000));
  const random = createRandom();
  const model = buildMutated(wholeDocument);
  if (model === undefined) {
    throw new Error("The whole document has a mistake.");
  }
  const code = printCode(model);
  const words = sortWords(code);
  const silent: Seen[] = [];
  const called: Seen[] = [];
  let tried = 0;
  for (let run = 0; run < runs; run += 1) {
    const { document, place, edit } = mutateDocument(wholeDocument, random);
    const mutated = buildMutated(document);
    if (mutated === undefined) {
      continue;
    }
    tried += 1;
    const changes = compareModels(model, mutated);
    const isOnlySpelling = changes.every(({ kind }) => kind === "document-spelling-changed");
    if (!isOnlySpelling) {
      continue;
    }
    const after = printCode(mutated);
    if (after !== code) {
      const seen = { place: place.join("/"), edit, difference: showDifference(code, after) };
      if (changes.length === 0) {
        silent.push(seen);
      } else if (sortWords(after) !== words) {
        called.push(seen);
      }
    }
  }
  console.log(tried, silent.length, called.length);
  expect(silent).toEqual([]);
  expect(called).toEqual([]);
});
