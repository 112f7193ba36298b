import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { loadModel } from "../../../packages/specwright/src/commands/load-model.ts";
import { componentsToJsonSchema } from "./json-schema.ts";
import { loadValidators } from "./load-validators.ts";

// ajv-formats is CommonJS whose types only know a default export.
const addFormats = createRequire(import.meta.url)("ajv-formats") as Plugin<unknown>;

const spec = fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url));

/** A page of 100 tools of our document's example, and functions that judge it. */
export interface ToolPage {
  readonly page: unknown;
  readonly judges: Readonly<Record<"specwright" | "ajv" | "zod", (value: unknown) => boolean>>;
}

/** Prepares the comparison: the generated validators, Ajv with ajv-formats, and the same Zod without predicates. */
export function createToolPage(): ToolPage {
  const { model } = loadModel(spec);
  const ours = loadValidators(model).schemas.ToolList;
  const zod = loadValidators(model, { usesPredicates: false }).schemas.ToolList;
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile({ ...componentsToJsonSchema(model), $ref: "#/$defs/ToolList" });
  return {
    page: pageOf(100, exampleOf(model)),
    judges: {
      specwright: (value) => ours?.safeParse(value).success === true,
      ajv: (value) => validate(value),
      zod: (value) => zod?.safeParse(value).success === true,
    },
  };
}

interface Page {
  readonly items: readonly unknown[];
}

function exampleOf(model: ReturnType<typeof loadModel>["model"]): Page {
  const operation = model.operations.find(({ name }) => name === "listTools");
  const content = operation?.responses.get("200")?.value.content[0];
  const [example] = content?.examples.values() ?? [];
  // The contract tests hold the example against the schema.
  return example as Page;
}

function pageOf(count: number, example: Page): unknown {
  const items = Array.from(
    { length: count },
    (_, index) => example.items[index % example.items.length],
  );
  // Each tool is an object of its own, as JSON.parse makes them.
  return JSON.parse(JSON.stringify({ ...example, items }));
}

/** The shortest of several runs, in microseconds a call. */
export function microseconds(work: () => unknown, calls: number, runs = 7): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    for (let call = 0; call < calls; call += 1) {
      work();
    }
    shortest = Math.min(shortest, ((performance.now() - start) / calls) * 1000);
  }
  return shortest;
}
