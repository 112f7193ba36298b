import { resolve } from "node:path";
import { withoutLinks } from "../../read/files/without-links.ts";
import { resolveSettings } from "../settings/given-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { type DocumentArgument, nameGivenDocument } from "./given-document.ts";
import type { GivenDocument } from "./read-document.ts";

/** The document of a command. Paths are relative to `folder`. */
export interface DocumentInput extends Pick<Settings, "allow" | "remotes"> {
  /**
   * The root document: its path, a `file:` URL, or the document as an object; or, when `given` holds its text, its URL,
   * or `-` for standard input.
   */
  readonly document: DocumentArgument;
  /** The text of a document that is not on the disk: see `readDocument`. */
  readonly given?: GivenDocument | undefined;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
}

/** The document of a command, with absolute paths that contain no symbolic links. */
export interface ResolvedInput extends Pick<Settings, "allow" | "remotes"> {
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
 * @throws DiagnosticError for a URL without a given text.
 */
export function resolveInput(input: DocumentInput): ResolvedInput {
  const folder = resolve(input.folder ?? ".");
  const { document, given } = nameGivenDocument(input.document, input.given, folder);
  const path = given?.path ?? withoutLinks(document);
  return {
    ...resolveSettings(input, ["allow", "remotes"], folder),
    folder,
    path,
    name: given === undefined ? path : document,
    given: given?.files,
  };
}
