import { dirname, resolve } from "node:path";
import type { Diagnostic } from "../../diagnostic.ts";
import { requireFile } from "./files/load-file.ts";
import type { ReadSession } from "./files/read-session.ts";
import { isRemoteUri, type Remote } from "./files/remotes.ts";
import type { SourceFile } from "./files/source-file.ts";
import { withoutLinks } from "./files/without-links.ts";
import { createReferences, type References } from "./references/references.ts";

/** How a document may be read. */
export interface OpenDocumentOptions {
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
  /** Folders outside the root document's folder that references may lead to. Default: none. */
  readonly allow?: readonly string[];
  /** Local copies of remote documents: the file or folder, by the URI of the original. Default: none. */
  readonly remotes?: Readonly<Record<string, string>>;
  /** The name of the document in generated files. Default: the given path. */
  readonly source?: string;
  /**
   * The contents of files that are not on the disk, such as downloaded ones, by the absolute paths that they pretend to
   * have.
   */
  readonly given?: ReadonlyMap<string, Uint8Array> | undefined;
  /** True for a document of somebody who may not read this disk: references lead to given files only. */
  readonly givenOnly?: boolean;
  /** The session of earlier reads of the document. */
  readonly session?: ReadSession;
  /** The root file, when it has been read before (`readRootFile`). */
  readonly root?: SourceFile;
}

/** A document of one or more files. A file is read when the first reference to it is resolved. */
export interface SourceDocument extends References {
  /** The name of the document in generated files. */
  readonly source: string;
  readonly root: SourceFile;
  /** The files that were read so far, in the order of reading. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** The problems of the files that references led to. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Reads the root file of a document. Other files are read only when references to them are resolved.
 *
 * @throws DiagnosticError when the root file cannot be read or parsed, with every mistake in it.
 */
export function openDocument(source: string, options: OpenDocumentOptions = {}): SourceDocument {
  const folder = resolve(options.folder ?? ".");
  const { given, session, root: file = readRootFile(source, options) } = options;
  const self = parseSelf(file.value);
  const root = self === undefined ? file : { ...file, uri: self };
  const files = new Map([[root.path, root]]);
  const problems: Diagnostic[] = [...(root.warnings ?? [])];
  const roots = [dirname(root.path)];
  const remotes = Object.entries(options.remotes ?? {}).map(([uri, name]) => ({
    uri,
    path: withoutLinks(resolve(folder, name)),
  }));
  const allowed = [
    ...(options.allow ?? []).flatMap((name) => {
      const path = resolve(folder, name);
      return [path, withoutLinks(path)];
    }),
    ...remotes.map(({ path }) => path),
  ];
  const references = createReferences({
    folder,
    roots,
    allowed,
    // The caller's copies take precedence over the document's own URIs.
    remotes: [...remotes, ...(self === undefined ? [] : listOwnUris(self, root.path))],
    files,
    given,
    givenOnly: options.givenOnly ?? false,
    problems,
    session,
    root,
  });
  return { source: options.source ?? source, root, files, problems, ...references };
}

/**
 * Reads the root file of a document.
 *
 * @throws DiagnosticError when it cannot be read or parsed, with every mistake in it.
 */
export function readRootFile(
  source: string,
  { folder: name = ".", given, session }: OpenDocumentOptions = {},
): SourceFile {
  const folder = resolve(name);
  const path = resolve(folder, source);
  session?.versions.clear();
  return given?.has(path)
    ? requireFile(path, folder, { given: given.get(path) })
    : requireFile(withoutLinks(path), folder, { session });
}

/** `$self` (OpenAPI 3.2, section 4.1.2), without a fragment; undefined when it is not an absolute URI. */
function parseSelf(value: unknown): string | undefined {
  const isDocument = typeof value === "object" && value !== null && "$self" in value;
  const self =
    isDocument && typeof value.$self === "string" ? value.$self.split("#")[0] : undefined;
  return self !== undefined && isRemoteUri(self) ? self : undefined;
}

/** The URIs of the document and of the files in its folder. They are read from the disk. */
function listOwnUris(self: string, path: string): readonly Remote[] {
  const own = { uri: self, path };
  // A URN such as `urn:example:notes` does not have neighbours.
  return URL.canParse(".", self)
    ? [own, { uri: new URL(".", self).href, path: dirname(path) }]
    : [own];
}
