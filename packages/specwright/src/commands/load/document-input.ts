import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createDiagnosticError } from "../../diagnostic.ts";
import { withoutLinks } from "../../document/read/files/without-links.ts";
import { showUrl } from "../../text/show-url.ts";
import { resolveSettings } from "../settings/given-settings.ts";
import { isNoPath } from "../settings/portable-command.ts";
import { type ReadSettings, readSettings } from "../settings/settings.ts";
import type { GivenDocument } from "./read-document.ts";

/** A document as a program has it. */
export type DocumentArgument = string | URL | Readonly<Record<string, unknown>>;

/** The document of a command. Paths are relative to `folder`. */
export interface DocumentInput extends ReadSettings {
  /**
   * The root document: its path, a `file:` URL, or the document as an object, whose references are relative to `folder`;
   * or, when `given` holds its text, its URL, or `-` for standard input.
   */
  readonly document: DocumentArgument;
  /** The text of a document that is not on the disk: see `readDocument`. */
  readonly given?: GivenDocument | undefined;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
}

/** The document of a command whose output names it. */
export interface NamedInput extends DocumentInput {
  /** The root document: its path; or, when `given` holds its text, its URL, or `-` for standard input. */
  readonly document: string;
}

/** The document of a command, with absolute paths that contain no symbolic links. */
export interface ResolvedInput extends ReadSettings {
  readonly folder: string;
  /** The path of the root document. A document that is not on the disk pretends to have one. */
  readonly path: string;
  /** The document as people know it: its path, its URL, or `-`. */
  readonly name: string;
  readonly given: GivenDocument["files"] | undefined;
}

/**
 * Resolves the document of a command. Does not read it.
 *
 * @throws DiagnosticError for a URL without a given text, because a download would have to be awaited.
 */
export function resolveInput(input: DocumentInput): ResolvedInput {
  const folder = resolve(input.folder ?? ".");
  return {
    ...resolveSettings(input, readSettings, folder),
    folder,
    ...findDocument(input, folder),
  };
}

function findDocument(
  { document, given }: DocumentInput,
  folder: string,
): Pick<ResolvedInput, "path" | "name" | "given"> {
  if (isDocument(document)) {
    const path = resolve(folder, objectName);
    const bytes = Buffer.from(JSON.stringify(document, undefined, 2));
    return { path, name: objectName, given: new Map([[path, bytes]]) };
  }
  const isFileUrl = document instanceof URL && document.protocol === "file:";
  const name = isFileUrl ? fileURLToPath(document) : showUrl(String(document));
  if (given !== undefined) {
    return { path: given.path, name, given: given.files };
  }
  if (name !== "-" && isNoPath(name)) {
    throw createDiagnosticError({
      code: "not-downloaded",
      message: `${name} has to be downloaded before this function is called.`,
      fix: "Pass its text as `given`: `{ document, given: await readDocument(document) }`.",
    });
  }
  const path = withoutLinks(resolve(folder, name));
  return { path, name: path, given };
}

/** Returns whether this is the document itself. */
export function isDocument(
  document: DocumentArgument,
): document is Readonly<Record<string, unknown>> {
  return typeof document === "object" && !(document instanceof URL);
}

/** The name of a document that is given as an object, in headers and messages. */
const objectName = "document.json";
