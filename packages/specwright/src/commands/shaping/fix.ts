import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parseDocument } from "yaml";
import { createDiagnosticError, type Diagnostic } from "../../diagnostic.ts";
import type { SourceFile } from "../../document/read/files/source-file.ts";
import type { OpenShapedOptions } from "../../document/shape/open-shaped.ts";
import { listActions } from "../../document/shape/overlay/list-actions.ts";
import { printShaped } from "../../document/shape/print-shaped.ts";
import { findInvalidExamples } from "../../emit/examples/index.ts";
import type { JsonObject } from "../../json-object.ts";
import { replaceFile } from "../../write/whole-file.ts";
import { type NamedInput, resolveInput } from "../load/document-input.ts";
import { type LoadedDocument, loadInput } from "../load/load-model.ts";
import { locateParts, type PartPlace } from "./locate-parts.ts";
import { editText } from "./mends/edit-text.ts";
import { applyMends, type MadeMend } from "./mends/mend.ts";
import { mendExamples } from "./mends/mend-examples.ts";
import { mendOperations } from "./mends/mend-operations.ts";
import { mendSchemas } from "./mends/mend-schemas.ts";
import { type SavedOverlay, saveOverlay } from "./save-overlay.ts";

/** The document, and what is written. Paths are relative to `folder`. */
export interface FixOptions extends NamedInput {
  /** The overlay to write: YAML, or JSON when its name ends with `.json`. */
  readonly output?: string;
  /** True to change the document itself, which keeps its comments and order. Default: it stays as it is. */
  readonly inPlace?: boolean;
}

/** A mend with its place. */
export interface LocatedMend extends MadeMend, PartPlace {}

/** What has one right mend, and what is left. */
export interface FixResult extends SavedOverlay {
  readonly mends: readonly LocatedMend[];
  /** True when the document itself was changed. */
  readonly isChanged: boolean;
  /** The warnings of `generate` about the mended document. Somebody has to decide about these. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Mended {
  /** The document before the mends. */
  readonly value: JsonObject;
  readonly root: JsonObject;
  readonly made: readonly MadeMend[];
}

/**
 * Mends what has exactly one right mend in a document, as an overlay or in the document itself. Without either, nothing is written.
 * With the setting `input`, the mends are those of the document after its overlays, as far as filters keep it: their overlay is the
 * last one.
 *
 * @throws DiagnosticError with every problem of a document that cannot be read.
 * @example
 * ```ts
 * import { fix } from "specwright";
 *
 * const { mends } = fix({ document: "openapi.yaml", output: "mends.yaml" });
 * for (const { kind, pointer, after } of mends) console.log(kind, pointer, after);
 * ```
 */
export function fix(options: FixOptions): FixResult {
  const resolved = resolveInput(options);
  const { folder, name } = resolved;
  const { names, ...steps } = resolved.input ?? {};
  // With a setting, even one that changes nothing, a document of several files becomes one.
  const input = { overlays: [], ...steps };
  const kept = loadInput({ ...resolved, input }, { source: name });
  const { document } = kept;
  const { root } = document;
  const value = root.value as JsonObject; // A model was made of it, so it is an object.
  const loadAll = (mend?: OpenShapedOptions["mend"]): LoadedDocument =>
    loadInput(
      { ...resolved, input: names === undefined ? input : { ...input, names } },
      { source: name, ...(mend && { mend }) },
    );
  const unmended = names === undefined ? kept : loadAll();
  const found = [
    // Rules for names may name an operation that has no name of its own.
    ...mendOperations(value, unmended.model),
    ...mendSchemas(value),
    ...mendExamples(value, kept.model, root.name),
  ];
  let mended: Mended = { value, root: value, made: [] };
  const left =
    found.length === 0
      ? unmended
      : loadAll((overlaid, origins) => {
          mended = { value: overlaid, ...applyMends(overlaid, found, origins) };
          return mended.root;
        });
  const isChanged = options.inPlace === true && found.length > 0;
  if (isChanged) {
    changeFile(left.written, mended, options.given !== undefined);
  }
  const output = options.output === undefined ? undefined : resolve(folder, options.output);
  const actions = listActions(mended.value, mended.root);
  const places = locateParts(
    mended.made.map(({ pointer }) => pointer),
    kept,
    resolved,
  );
  return {
    ...saveOverlay(`Mends of ${root.name}`, actions, document, output),
    mends: mended.made
      .map((mend, index) => ({ ...mend, ...(places[index] ?? { file: root.name }) }))
      .toSorted(compareLines),
    isChanged,
    diagnostics: [...left.diagnostics, ...left.trace(findInvalidExamples(left.model, {}))].filter(
      ({ severity }) => severity === "warning",
    ),
  };
}

/** By file, then by place. */
function compareLines(left: LocatedMend, right: LocatedMend): number {
  if (left.file !== right.file) {
    return left.file < right.file ? -1 : 1;
  }
  const { line = 0, column = 0 } = left;
  return line - (right.line ?? 0) || column - (right.column ?? 0);
}

/** @throws DiagnosticError for a document that is not one file of this disk. */
function changeFile(written: SourceFile, { value, root, made }: Mended, isGiven: boolean): void {
  const { path, name } = written;
  if (isGiven || written.value !== value) {
    throw createDiagnosticError({
      code: "not-changed-in-place",
      message: `Only a document of OpenAPI in one file and without overlays is changed in place, and ${name} is ${isGiven ? "not on the disk" : "converted, or has several files or overlays"}.`,
      fix: "Write the mends as an overlay, with `-o mends.yaml`.",
      file: name,
    });
  }
  const text = readFileSync(path, "utf8");
  const format = /^\uFEFF?\s*\{/.test(text) ? "json" : "yaml";
  const edited = editText(text, made);
  const isRight = edited !== undefined && isDeepStrictEqual(readAgain(edited), root);
  replaceFile(path, isRight ? edited : printShaped(written, root, format));
}

/** JSON is YAML, too, which takes far longer to read. */
function readAgain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseDocument(text, { uniqueKeys: false }).toJS();
  }
}
