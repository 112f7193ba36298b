import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { SourceFile } from "../../document/read/files/source-file.ts";
import type { SourceDocument } from "../../document/read/open-document.ts";
import { findExtended } from "../../document/shape/overlay/read-overlay.ts";
import { showUrl } from "../../text/show-url.ts";
import { type LoadedModel, loadModel, loadRootFile, loadWhole } from "../load/load-model.ts";
import type { GivenDocument } from "../load/read-document.ts";
import { isNoPath, writePortablePath } from "../settings/portable-command.ts";
import type { ReadSettings } from "../settings/settings.ts";
import { documentNames, reportNoDocument } from "./document-names.ts";
import { readPublished } from "./read-published.ts";
import { readRevision } from "./read-revision.ts";

/** One side of a comparison, with the contents of its files that are not on the disk. */
export interface Side {
  readonly loaded: LoadedModel;
  readonly given?: ReadonlyMap<string, Uint8Array>;
}

/** How the documents are read. */
export interface SideOptions extends ReadSettings {
  readonly folder: string;
  /** The text of a URL or of standard input. */
  readonly given?: GivenDocument | undefined;
}

/** A side whose root file was read. */
export interface OpenedSide {
  readonly file: SourceFile;
  /** Makes the model of the side. @throws DiagnosticError with every problem of the document. */
  readonly load: (root: SourceFile) => Side;
}

/**
 * Opens one side: a file, a folder that contains a document, `<commit>:<path>`, a published package
 * (`npm:<name>@<version>`), or a document whose text is in `given`.
 *
 * @throws DiagnosticError with every problem of the root file.
 */
export function openSide(side: string, { folder, given, ...settings }: SideOptions): OpenedSide {
  const { text, path } = findSide(side, folder, given);
  const { input, ...rest } = settings;
  const options = {
    ...{ folder, given: text?.files, ...rest },
    ...(text?.isShaped !== true && input !== undefined && { input }),
  };
  return {
    file: loadRootFile(path, { ...options, source: showUrl(side) }),
    load: (root) => ({
      // Changes of the document as a whole are located in its root file, also when an overlay stands for it.
      loaded: loadModel(path, { ...options, source: nameDocument(root, folder), root }),
      ...(text === undefined ? {} : { given: text.files }),
    }),
  };
}

function nameDocument(root: SourceFile, folder: string): string {
  const extended = findExtended(root);
  return extended === undefined ? root.name : writePortablePath(relative(folder, extended));
}

/**
 * Reads one side as one value, without a model: see `loadWhole` and `openSide`.
 *
 * @throws DiagnosticError with every problem of its files.
 */
export function readWholeSide(
  side: string,
  { folder, given, ...settings }: Omit<SideOptions, "input">,
): SourceDocument {
  const { text, path } = findSide(side, folder, given);
  return loadWhole(path, { folder, given: text?.files, source: showUrl(side), ...settings });
}

function findSide(
  side: string,
  folder: string,
  given: GivenDocument | undefined,
): { readonly text: GivenDocument | undefined; readonly path: string } {
  const text = given ?? readElsewhere(side, folder);
  return { text, path: text?.path ?? findDocument(side, folder) };
}

/** A document that is neither a file nor already read. Undefined for a file. */
function readElsewhere(side: string, folder: string): GivenDocument | undefined {
  if (side.startsWith("npm:")) {
    return readPublished(side, folder);
  }
  return isRevision(side, folder) ? readRevision(side, folder) : undefined;
}

/** URLs and Windows paths also contain a colon. When a file of this name exists, the text means that file. */
function isRevision(side: string, folder: string): boolean {
  return /^[^:]{2,}:[^/\\]/.test(side) && !isNoPath(side) && !existsSync(resolve(folder, side));
}

function findDocument(side: string, folder: string): string {
  const path = resolve(folder, side);
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    return path;
  }
  const found = documentNames.find((name) => existsSync(join(path, name)));
  return found === undefined ? reportNoDocument(side) : join(path, found);
}
