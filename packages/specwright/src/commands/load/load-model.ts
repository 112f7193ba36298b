import { dropUndefined } from "../../defined.ts";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { limitDiagnostics } from "../../diagnostic-list.ts";
import {
  type BuildModelOptions,
  type BuiltModel,
  buildModel,
} from "../../model/build/build-model.ts";
import { toDocumentUrl } from "../../read/files/download.ts";
import { keepFiles } from "../../read/files/read-session.ts";
import type { SourceFile } from "../../read/files/source-file.ts";
import { locateDiagnostics } from "../../read/locate.ts";
import {
  type OpenDocumentOptions,
  openDocument,
  readRootFile,
  type SourceDocument,
} from "../../read/open-document.ts";
import type { ResolvedInput } from "./document-input.ts";
import { nameFoldersToAllow } from "./folders-to-allow.ts";
import { guardDepth } from "./guard-depth.ts";
import type { Session } from "./session.ts";

/** The model of a document, and the files that it was read from. */
export interface LoadedModel extends Omit<BuiltModel, "parts"> {
  /** Absolute paths of the files, with the hashes of their bytes. */
  readonly files: ReadonlyMap<string, string>;
}

/** A loaded model together with the document, for targets that need its original text. */
export interface LoadedDocument extends LoadedModel {
  readonly document: SourceDocument;
}

function withSuggestion({ suggest, ...diagnostic }: Diagnostic): Diagnostic {
  return suggest === undefined ? diagnostic : { ...diagnostic, fix: suggest() + diagnostic.fix };
}

function isProblem({ severity }: Diagnostic): boolean {
  return severity !== "loss";
}

function prepareProblems(
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
  const { file } = diagnostic;
  if (file === undefined || file === toDocumentUrl(file)) {
    return allow === undefined ? diagnostic : { ...diagnostic, allow };
  }
  const renamed = { ...diagnostic, file: toDocumentUrl(file) };
  const fix = "Download the document with the files that it refers to, and name its path.";
  return allow === undefined ? renamed : { ...renamed, fix };
}

/**
 * Reads a document and makes its model.
 *
 * @throws DiagnosticError with every problem of the document and the line of each.
 */
export function loadModel(
  document: string,
  options: Omit<OpenDocumentOptions & BuildModelOptions, "session"> = {},
  session?: Session,
): LoadedModel {
  const { document: _, ...loaded } = loadDocument(document, options, session);
  return loaded;
}

/**
 * Reads the document of a command and makes its model. Returns both.
 *
 * @throws DiagnosticError with every problem of the document and the line of each.
 */
export function loadInput(
  { path, folder, given, allow, remotes }: ResolvedInput,
  options: Pick<OpenDocumentOptions & BuildModelOptions, "source" | "tolerated">,
  session?: Session,
): LoadedDocument {
  return loadDocument(
    path,
    { ...options, folder, given, ...dropUndefined({ allow, remotes }) },
    session,
  );
}

/**
 * Reads the root file of a document, for a model that is made later.
 *
 * @throws DiagnosticError when it cannot be read or parsed, with every mistake in it.
 */
export function loadRootFile(document: string, options: OpenDocumentOptions): SourceFile {
  try {
    return readRootFile(document, options);
  } catch (error) {
    if (error instanceof DiagnosticError) {
      const folder = options.folder ?? process.cwd();
      throw new DiagnosticError(prepareProblems(error.diagnostics, folder, options.given));
    }
    throw error;
  }
}

/**
 * Reads a document and makes its model. Returns both.
 *
 * @throws DiagnosticError with every problem of the document and the line of each.
 */
export function loadDocument(
  document: string,
  options: Omit<OpenDocumentOptions & BuildModelOptions, "session"> = {},
  session?: Session,
): LoadedDocument {
  const folder = options.folder ?? process.cwd();
  const { given } = options;
  let opened: SourceDocument | undefined;
  try {
    opened = openDocument(document, {
      ...options,
      ...(session && { session: session.read }),
    });
    const source = opened;
    const { model, diagnostics, parts } = guardDepth(document, () =>
      buildModel(source, { ...options, ...(session && { isEdited: true, last: session.parts }) }),
    );
    if (session !== undefined) {
      session.parts = parts;
      keepFiles(session.read, opened.files.keys());
    }
    return {
      document: opened,
      model,
      diagnostics: [
        ...prepareProblems(diagnostics.filter(isProblem), folder, given, opened.files, session),
        // Losses have no lines here: finding them would take a scan of the document in every run, and only --json shows
        // them.
        ...renameFiles(
          diagnostics.filter((diagnostic) => !isProblem(diagnostic)),
          given,
        ),
      ],
      files: new Map([...opened.files.values()].map(({ path, hash }) => [path, hash])),
    };
  } catch (error) {
    if (error instanceof DiagnosticError) {
      throw new DiagnosticError(prepareProblems(error.diagnostics, folder, given, opened?.files));
    }
    throw error;
  }
}
