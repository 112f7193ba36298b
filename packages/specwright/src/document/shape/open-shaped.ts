import { resolve } from "node:path";
import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import { parsePointer } from "../../text/pointer.ts";
import { bundleDocument } from "../bundle/bundle-document.ts";
import type { SourceFile } from "../read/files/source-file.ts";
import {
  type OpenDocumentOptions,
  openDocument,
  type SourceDocument,
} from "../read/open-document.ts";
import { findConversion } from "./convert/find-conversion.ts";
import { declarePagination } from "./declare-pagination.ts";
import { filterDocument } from "./filter/filter-document.ts";
import type { InputSettings } from "./input-settings.ts";
import { renameDocument } from "./names/rename-document.ts";
import { Origins, readAt } from "./origins.ts";
import { applyOverlay } from "./overlay/apply-overlay.ts";
import { findExtended, type Overlay, readOverlay } from "./overlay/read-overlay.ts";
import { refersToFiles } from "./refers-to-files.ts";
import type { ShapeStep } from "./shape-report.ts";
import type { Shaping } from "./shaping.ts";

/** A document after the steps of its settings `input`. */
export interface ShapedDocument {
  readonly document: SourceDocument;
  /** The root file as it was read. */
  readonly written: SourceFile;
  /** What the steps did. Empty without settings. */
  readonly steps: readonly ShapeStep[];
  /** The same diagnostics, with places in the files that were read in place of those in the shaped document. */
  readonly trace: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
}

/** How a document is read and shaped. */
export interface OpenShapedOptions extends OpenDocumentOptions {
  /** The settings of the steps. Default: the document stays as it is. */
  readonly input?: InputSettings | undefined;
  /** Changes the document after its overlays, as another overlay would. Objects that it makes have origins. */
  readonly mend?: (overlaid: JsonObject, origins: Origins) => JsonObject;
}

/**
 * Opens a document, and takes it through the steps of `input`. This is the only place between the reading of a document
 * and its model, so every command gets the same document. A document of several files becomes one first. An overlay stands for
 * the document that it extends, with its changes.
 *
 * @throws DiagnosticError when the root file cannot be read, or a step cannot be taken, with every problem.
 */
export function openShapedDocument(source: string, options: OpenShapedOptions): ShapedDocument {
  const opened = openDocument(source, options);
  const { input = {} } = options;
  const { root: written } = opened;
  // A document that is not on the disk never leads to files of the disk.
  const extended = options.given === undefined ? findExtended(written) : undefined;
  if (extended !== undefined) {
    return openShapedDocument(extended, extendOptions(options, written));
  }
  const convert = findConversion(written.value);
  if ((convert === undefined && Object.keys(input).length === 0) || !isObject(written.value)) {
    return { document: opened, written, steps: [], trace: (diagnostics) => diagnostics };
  }
  const origins = new Origins();
  const removals: Shaping["removals"] = new Map();
  const shaping: Shaping = { file: written, origins, steps: [], problems: [], removals };
  const whole = convert?.(written.value, shaping) ?? toOneFile(opened, origins);
  const overlays = readOverlays(input, options, shaping);
  const applied = overlays.reduce((value, overlay) => applyOverlay(value, overlay, shaping), whole);
  refuseProblems(opened, shaping);
  const overlaid = options.mend?.(applied, origins) ?? applied;
  const paged =
    input.pagination === undefined
      ? overlaid
      : declarePagination(overlaid, input.pagination, shaping);
  const value = hasFilter(input) ? filterDocument(paged, input, shaping) : paged;
  const renamed =
    input.names === undefined ? value : renameDocument(value, input.names, shaping, paged);
  const problems = refuseProblems(opened, shaping);
  const root = { ...written, value: renamed, warnings: problems };
  const shaped = openDocument(source, { ...options, root });
  return {
    document: { ...shaped, files: listFiles(opened, overlays, shaped) },
    written,
    steps: shaping.steps,
    trace: (diagnostics) =>
      diagnostics.map((each) =>
        // Those of reading and of the steps are in the files already.
        problems.includes(each) ? each : traceDiagnostic(each, root, paged, shaping),
      ),
  };
}

/** The options for the document that an overlay extends: the overlay is the first of its overlays. */
function extendOptions(
  { root: _, ...options }: OpenShapedOptions,
  overlay: SourceFile,
): OpenShapedOptions {
  const overlays = [overlay.path, ...(options.input?.overlays ?? [])];
  if (new Set(overlays).size < overlays.length) {
    throw createDiagnosticError({
      code: "overlay-circle",
      message: `The overlay ${overlay.name} extends itself, through other overlays or directly.`,
      fix: "Name the OpenAPI document in `extends` of one of them.",
      file: overlay.name,
      pointer: "/extends",
    });
  }
  return { ...options, input: { ...options.input, overlays } };
}

function hasFilter({ include = {}, exclude = {} }: InputSettings): boolean {
  return Object.keys(include).length > 0 || Object.keys(exclude).length > 0;
}

/** The problems so far. Later steps would only report what follows from an error. */
function refuseProblems(opened: SourceDocument, shaping: Shaping): readonly Diagnostic[] {
  const problems = [...opened.problems, ...shaping.problems];
  if (problems.some(({ severity }) => severity === "error")) {
    throw new DiagnosticError(problems);
  }
  return problems;
}

function readOverlays(
  { overlays = [] }: InputSettings,
  { folder = ".", session }: OpenShapedOptions,
  shaping: Shaping,
): readonly Overlay[] {
  const paths = overlays.map((path) => resolve(folder, path));
  const context = {
    ...{ folder: resolve(folder), session },
    targets: [shaping.file.path, ...paths],
    document: shaping.file,
  };
  return paths.flatMap((path) => readOverlay(path, context, shaping.problems) ?? []);
}

/** Every file that the document was made from, the overlays among them. */
function listFiles(
  opened: SourceDocument,
  overlays: readonly Overlay[],
  shaped: SourceDocument,
): SourceDocument["files"] {
  const read = overlays.map(({ file }) => [file.path, file] as const);
  return new Map([...opened.files, ...read, ...shaped.files]);
}

/** The value of the document as one file. That of the root file, when it does not refer to others. */
function toOneFile(document: SourceDocument, origins: Origins): Readonly<Record<string, unknown>> {
  const { root } = document;
  // The caller has checked that it is an object.
  const value = root.value as Readonly<Record<string, unknown>>;
  origins.addFile(root);
  if (!refersToFiles(value)) {
    return value;
  }
  const bundled = bundleDocument(document, (made, { file, pointer }) => {
    origins.place(made, { file, pointer });
  });
  origins.place(bundled, { file: root, pointer: "" });
  return bundled;
}

function traceDiagnostic(
  diagnostic: Diagnostic,
  root: SourceFile,
  unfiltered: JsonObject,
  { file: written, origins, removals }: Shaping,
): Diagnostic {
  const placed = tracePlace(diagnostic, root, written, origins);
  const { related } = diagnostic;
  if (related !== undefined) {
    return { ...placed, related: tracePlace(related, root, written, origins) };
  }
  return diagnostic.code === "unresolved-reference"
    ? { ...placed, ...describeRemoval(diagnostic, root, unfiltered, removals) }
    : placed;
}

/** The step that removed what a reference leads to, or something around it. Empty when it was never there. */
function describeRemoval(
  { pointer = "", message }: Diagnostic,
  root: SourceFile,
  unfiltered: JsonObject,
  removals: Shaping["removals"],
): Partial<Diagnostic> {
  const reference = String(readAt(root.value, parsePointer(pointer)));
  if (readAt(unfiltered, parsePointer(reference.slice(1))) !== undefined) {
    return {
      message: `${message} The filters of \`input\` removed it.`,
      fix: "Keep the operation that has it, or move the target to the components of the document.",
    };
  }
  const [, place] =
    [...removals].find(([name]) => reference === name || reference.startsWith(`${name}/`)) ?? [];
  return place === undefined
    ? {}
    : {
        message: `${message} The overlay ${place.file} removed it.`,
        related: place,
        fix: "Leave it out of the target of that action, or remove the reference, too.",
      };
}

/** Places with a line are in the files already. */
function tracePlace<Place extends Pick<Diagnostic, "file" | "pointer" | "line">>(
  place: Place,
  root: SourceFile,
  written: SourceFile,
  origins: Origins,
): Place {
  if (place.file !== root.name || place.pointer === undefined || place.line !== undefined) {
    return place;
  }
  const { file, pointer } = origins.find(root.value, place.pointer, written);
  return { ...place, file: file.name, pointer };
}
