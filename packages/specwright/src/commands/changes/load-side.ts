import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SourceFile } from "../../read/files/source-file.ts";
import { type LoadedModel, loadModel, loadRootFile } from "../load/load-model.ts";
import type { GivenDocument } from "../load/read-document.ts";
import { isNoPath } from "../settings/portable-command.ts";
import type { Settings } from "../settings/settings.ts";
import { documentNames, reportNoDocument } from "./document-names.ts";
import { readPublished } from "./read-published.ts";
import { readRevision } from "./read-revision.ts";

/** One side of a comparison, with the contents of its files that are not on the disk. */
export interface Side {
  readonly loaded: LoadedModel;
  readonly given?: ReadonlyMap<string, Uint8Array>;
}

/** How the documents are read. */
export interface SideOptions extends Pick<Settings, "allow" | "remotes"> {
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
  const text = given ?? readElsewhere(side, folder);
  const path = text?.path ?? findDocument(side, folder);
  const options = { folder, given: text?.files, ...settings };
  return {
    file: loadRootFile(path, { ...options, source: side }),
    load: (root) => ({
      // Changes of the document as a whole are located in its root file.
      loaded: loadModel(path, { ...options, source: root.name, root }),
      ...(text === undefined ? {} : { given: text.files }),
    }),
  };
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
