import { resolve } from "node:path";
import type { Diagnostic } from "../../diagnostic.ts";
import { printShaped } from "../../document/shape/print-shaped.ts";
import type { ShapeStep } from "../../document/shape/shape-report.ts";
import { replaceFile } from "../../write/whole-file.ts";
import { type NamedInput, resolveInput } from "../load/document-input.ts";
import { loadInput } from "../load/load-model.ts";
import { refuseSource } from "../output/refuse-source.ts";

/** The document, the steps (`input`), and the file to write. Paths are relative to `folder`. */
export interface ShapeOptions extends NamedInput {
  /** The file to write: YAML, or JSON when its name ends with `.json`. Without it, no file is written. */
  readonly output?: string;
}

/** A document after its steps. */
export interface ShapeResult {
  /** The text of the shaped document. */
  readonly text: string;
  /** What each step did, in their order. */
  readonly steps: readonly ShapeStep[];
  readonly counts: { readonly operations: number; readonly schemas: number };
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Changes a document by the steps of the setting `input`: it is converted, overlaid, filtered and renamed, in this order.
 * All commands do this before anything else; this function returns and writes the document that they get.
 *
 * @throws DiagnosticError with every problem of the steps and of the document. No file is written then.
 * @example
 * ```ts
 * import { shape } from "specwright";
 *
 * const { text, steps } = shape({ document: "openapi.yaml", input: { include: { methods: ["get"] } } });
 * console.log(text.length, steps.map(({ step, changes }) => `${step}: ${changes.length}`));
 * ```
 */
export function shape(options: ShapeOptions): ShapeResult {
  const input = resolveInput(options);
  const { document, written, steps, model, files, diagnostics } = loadInput(input, {
    source: input.name,
  });
  const output = options.output === undefined ? undefined : resolve(input.folder, options.output);
  const format = /\.json$/i.test(output ?? input.name) ? "json" : "yaml";
  const text = printShaped(written, document.root.value, format);
  if (output !== undefined) {
    refuseSource(output, files);
    replaceFile(output, text);
  }
  return {
    text,
    steps,
    counts: { operations: model.operations.length, schemas: model.components.schemas.size },
    diagnostics: diagnostics.filter(({ severity }) => severity !== "loss"),
  };
}
