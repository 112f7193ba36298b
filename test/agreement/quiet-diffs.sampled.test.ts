import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { emitClient } from "../../packages/specwright/src/emit/client/index.ts";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import type { EmitContext } from "../../packages/specwright/src/emit/target.ts";
import { emitTypes } from "../../packages/specwright/src/emit/types/index.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findNeed } from "../support/needs.ts";
import { chooseAmount } from "../support/samples.ts";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const corpus = findNeed("corpus");
const documents: Record<string, () => Promise<Document>> = {
  ours: async () => (await bundleTheDocument()).document as unknown as Document,
  ...(corpus === undefined
    ? {}
    : { museum: async () => parse(readFileSync(join(corpus, "museum.yaml"), "utf8")) }),
};

/**
 * An object with a pattern and a long list of values, which occurs twice. The object, the pattern and the list each get
 * a name in the output.
 */
const crate = {
  type: "object",
  properties: {
    code: { type: "string", pattern: "^crate_[a-z]{3}$" },
    kind: { enum: Array.from({ length: 20 }, (_, index) => `kind_${index}`) },
    ...Object.fromEntries(
      ["width", "height", "depth", "weight", "colour", "owner"].map((name) => [
        name,
        { type: "number", minimum: 0 },
      ]),
    ),
  },
};

const newOperation = {
  operationId: "moveCrates",
  summary: "Move crates",
  description: "Move crates.",
  tags: ["Crates"],
  parameters: [
    { name: "crate", in: "path", required: true, schema: { $ref: "#/components/schemas/CrateId" } },
    { name: "limit", in: "query", schema: { type: "integer", default: 3 } },
  ],
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: { type: "object", properties: { from: crate, to: crate } } },
    },
  },
  responses: {
    200: {
      description: "Moved.",
      headers: { "x-crates": { description: "How many.", schema: { type: "integer" } } },
      content: { "application/json": { schema: { type: "array", items: crate } } },
    },
  },
};

const shelf = {
  type: "object",
  description: "A shelf.",
  required: ["id"],
  properties: {
    id: { $ref: "#/components/schemas/CrateId" },
    top: crate,
    bottom: crate,
    serial: { type: "string", pattern: "^shelf-[0-9]+$" },
  },
};

const newSchemas = {
  CrateId: { type: "string", pattern: "^[a-f0-9]{6}$" },
  ToolkitGroup: shelf,
};

/** Inserts members into an object, at a place between 0 (first) and 1 (last). */
function insertMembers<Value>(
  object: Readonly<Record<string, Value>>,
  members: Readonly<Record<string, Value>>,
  place: number,
): Record<string, Value> {
  const entries = Object.entries(object);
  const index = Math.round(entries.length * place);
  return Object.fromEntries([
    ...entries.slice(0, index),
    ...Object.entries(members),
    ...entries.slice(index),
  ]);
}

type Output = ReadonlyMap<string, readonly string[]>;

function emit(document: object): Output {
  const context: EmitContext = {
    model: buildModelFrom({ ...document }),
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
  };
  const files = [emitTypes, emitClient, emitValidators, emitServer].flatMap(
    (emitTarget) => emitTarget(context).files,
  );
  return new Map(files.map(({ path, content }) => [path, content.split("\n")]));
}

/**
 * The first line of the old text that is missing, in order, in the new one. Undefined when the new text only has
 * additional lines.
 */
function findFirstLost(before: readonly string[], after: readonly string[]): string | undefined {
  let at = 0;
  for (const line of before) {
    if (line.startsWith("import ")) {
      // Names what a module uses.
      continue;
    }
    const found = after.indexOf(line, at);
    if (found === -1) {
      return line;
    }
    at = found + 1;
  }
  return undefined;
}

/** Lines of the first output that are missing in the second. */
function listLostLines(before: Output, after: Output): string[] {
  return [...before].flatMap(([path, lines]) => {
    const line = findFirstLost(lines, after.get(path) ?? []);
    return line === undefined ? [] : [`${path}: ${line}`];
  });
}

describe.each(Object.entries(documents))("%s", (_name, load) => {
  test.each(chooseAmount([0.3], [0, 0.3, 0.5, 1]))(
    "a further operation and further schemas, at %d of the document, only add lines",
    async (place) => {
      const document = await load();
      const schemas = insertMembers(document.components.schemas, newSchemas, place);
      const paths = insertMembers(
        document.paths,
        { "/crates/{crate}": { post: newOperation } },
        place,
      );
      const after = emit({ ...document, paths, components: { ...document.components, schemas } });
      expect(listLostLines(emit(document), after)).toEqual([]);
    },
  );

  test.each(chooseAmount([0.5], [0, 0.5, 1]))(
    "a third operation like two others, at %d of the document, adds lines and at most moves some",
    async (place) => {
      // A schema gets a name when it occurs a second time, and this changes its first occurrence.
      const document = await load();
      const operations = Object.values(document.paths).flatMap((item) => Object.entries(item));
      const [method = "", like] = operations.find(([, operation]) => isListing(operation)) ?? [];
      const repeatOperation = (operationId: string): Record<string, object> => ({
        [method]: { ...like, operationId },
      });
      const paths = insertMembers(
        document.paths,
        { "/second": repeatOperation("listThemAgain") },
        0.7,
      );
      const more = insertMembers(paths, { "/third": repeatOperation("listThemOnceMore") }, place);
      const before = sortLines(emit({ ...document, paths }));
      const after = sortLines(emit({ ...document, paths: more }));
      expect(listLostLines(before, after)).toEqual([]);
    },
  );
});

/**
 * The lines of each file without their order. A shared part is named after the first operation that uses it. An
 * operation inserted before that one changes the name.
 */
function sortLines(output: Output): Output {
  const withoutFirstUse = (line: string): string =>
    line
      .replace(/\b(readHeaders|AnswerHeaders|headers|query)_\w+/g, "$1")
      .replace(/\bis(Headers|Query)[A-Z]\w*/g, "is$1");
  return new Map([...output].map(([path, lines]) => [path, lines.map(withoutFirstUse).toSorted()]));
}

function isListing(operation: object): boolean {
  return "operationId" in operation && /^list/.test(String(operation.operationId));
}
