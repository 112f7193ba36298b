import { dropUndefined } from "../../defined.ts";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { limitDiagnostics } from "../../diagnostic-list.ts";
import {
  type BuildModelOptions,
  type BuiltModel,
  buildModel,
} from "../../document/model/build/build-model.ts";
import { toDocumentUrl } from "../../document/read/files/download.ts";
import { keepFiles } from "../../document/read/files/read-session.ts";
import type { SourceFile } from "../../document/read/files/source-file.ts";
import { locateDiagnostics } from "../../document/read/locate.ts";
import {
  type OpenDocumentOptions,
  readRootFile,
  type SourceDocument,
} from "../../document/read/open-document.ts";
import {
  type OpenShapedOptions,
  openShapedDocument,
  type ShapedDocument,
} from "../../document/shape/open-shaped.ts";
import type { ShapeStep } from "../../document/shape/shape-report.ts";
import type { Session } from "../../watch/session.ts";
import type { ResolvedInput } from "./document-input.ts";
import { nameFoldersToAllow } from "./folders-to-allow.ts";
import { guardDepth } from "./guard-depth.ts";

/** The model of a document, and the files that it was read from. */
export interface LoadedModel extends Omit<BuiltModel, "parts"> {
  /** Absolute paths of the files, with the hashes of their bytes. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * The same diagnostics, with places in the files as they are written in place of those in the document that `input`
   * made of them.
   */
  readonly trace: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
}

/** A loaded model together with the document, for targets that need its original text. */
export interface LoadedDocument extends LoadedModel {
  readonly document: SourceDocument;
  /** The root file as it was read. */
  readonly written: SourceFile;
  /** What the steps of `input` did. */
  readonly steps: readonly ShapeStep[];
}

function withSuggestion({ suggest, ...diagnostic }: Diagnostic): Diagnostic {
  return suggest === undefined ? diagnostic : { ...diagnostic, fix: suggest() + diagnostic.fix };
}

function isProblem({ severity }: Diagnostic): boolean {
  return severity !== "loss";
}

/** The same diagnostics as users see them: some of each kind, with suggestions, lines, and the names of files that users know. */
export function prepareProblems(
  diagnostics: readonly Diagnostic[],
  folder: string,
  given: OpenDocumentOptions["given"],
  files?: SourceDocument["files"],
  session?: Session,
): readonly Diagnostic[] {
  const limited = limitDiagnostics(nameFoldersToAllow(diagnostics, folder)).map(withSuggestion);
  const readGivenText = (path: string): string | Uint8Array | undefined =>
    files?.get(path)?.text ?? session?.read.latest.get(path)?.bytes ?? given?.get(path);
  return renameFiles(locateDiagnostics(limited, folder, readGivenText), given);
}

/** The same diagnostics. For a document that is not on the disk, they name its files by their URLs. */
export function renameFiles(
  diagnostics: readonly Diagnostic[],
  given: OpenDocumentOptions["given"],
): readonly Diagnostic[] {
  return given === undefined ? diagnostics : diagnostics.map(renameFile);
}

/** A downloaded document never includes files of the disk, so allowing a folder would not help. */
function renameFile({ allow, ...diagnostic }: Diagnostic): Diagnostic {
  const { file = "" } = diagnostic;
  const url = toDocumentUrl(file);
  if (file === url) {
    return allow === undefined ? diagnostic : { ...diagnostic, allow };
  }
  const message = diagnostic.message.replaceAll(file, url);
  const renamed = { ...diagnostic, file: url, message };
  const fix = "Download the document with the files that it refers to, and name its path.";
  return allow === undefined ? renamed : { ...renamed, fix };
}

/**
 * Reads a document and makes its model.
 *
 * @throws DiagnosticError with every problem of the document and the line of each.
 * @example
 * ```ts
 * import { loadModel } from "specwright";
 *
 * const { model, diagnostics } = loadModel("openapi.yaml");
 * for (const { method, path, operationId } of model.operations) console.log(method, path, operationId);
 * console.log(diagnostics.length, "warnings");
 * ```
 */
export function loadModel(
  document: string,
  options: Omit<OpenShapedOptions & BuildModelOptions, "session"> = {},
  session?: Session,
): LoadedModel {
  const {
    document: _,
    written: __,
    steps: ___,
    ...loaded
  } = loadDocument(document, options, session);
  return loaded;
}

/**
 * Reads the document of a command and makes its model. Returns both.
 *
 * @throws DiagnosticError with every problem of the document and the line of each.
 */
export function loadInput(
  { path, folder, given, allow, remotes, input }: ResolvedInput,
  options: Pick<OpenShapedOptions & BuildModelOptions, "source" | "tolerated" | "mend">,
  session?: Session,
): LoadedDocument {
  return loadDocument(
    path,
    { ...options, folder, given, ...dropUndefined({ allow, remotes, input }) },
    session,
  );
}

/**
 * Reads the root file of a document, for a model that is made later.
 *
 * @throws DiagnosticError when it cannot be read or parsed, with every mistake in it.
 */
export function loadRootFile(document: string, options: OpenDocumentOptions): SourceFile {
  return prepareThrown(() => readRootFile(document, options), options);
}

/**
 * Reads a document as one value, for commands that need no model: one of several files is bundled, and one of Swagger 2.0 is
 * converted.
 *
 * @throws DiagnosticError when it cannot be read, with every mistake in its files.
 */
export function loadWhole(document: string, options: OpenDocumentOptions): SourceDocument {
  // With a setting, even one that changes nothing, the steps begin with one value.
  const input = { overlays: [] };
  return prepareThrown(() => openShapedDocument(document, { ...options, input }).document, options);
}

function prepareThrown<T>(
  work: () => T,
  { folder = process.cwd(), given }: OpenDocumentOptions,
): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof DiagnosticError
      ? new DiagnosticError(prepareProblems(error.diagnostics, folder, given))
      : error;
  }
}

/**
 * Reads a document and makes its model. Returns both.
 *
 * @throws DiagnosticError with every problem of the document and the line of each.
 */
export function loadDocument(
  document: string,
  options: Omit<OpenShapedOptions & BuildModelOptions, "session"> = {},
  session?: Session,
): LoadedDocument {
  const folder = options.folder ?? process.cwd();
  const { given } = options;
  let shaped: ShapedDocument | undefined;
  try {
    shaped = openShapedDocument(document, {
      ...options,
      ...(session && { session: session.read }),
    });
    const { document: source, trace, written, steps } = shaped;
    // The parts of a shaped document are new in every run.
    const last = steps.length === 0 ? session?.parts : undefined;
    const { model, diagnostics, parts } = guardDepth(document, () =>
      buildModel(source, { ...options, ...(session && { isEdited: true, last }) }),
    );
    if (session !== undefined) {
      session.parts = parts;
      keepFiles(session.read, source.files.keys());
    }
    const traced = trace(diagnostics);
    return {
      document: source,
      written,
      steps,
      model,
      diagnostics: [
        ...prepareProblems(traced.filter(isProblem), folder, given, source.files, session),
        // Losses have no lines here: finding them would take a scan of the document in every run, and only --json shows
        // them.
        ...renameFiles(
          traced.filter((diagnostic) => !isProblem(diagnostic)),
          given,
        ),
      ],
      files: new Map([...source.files.values()].map(({ path, hash }) => [path, hash])),
      trace,
    };
  } catch (error) {
    if (error instanceof DiagnosticError) {
      const { trace = (all: readonly Diagnostic[]) => all, document: source } = shaped ?? {};
      const traced = trace(error.diagnostics);
      throw new DiagnosticError(prepareProblems(traced, folder, given, source?.files));
    }
    throw error;
  }
}
