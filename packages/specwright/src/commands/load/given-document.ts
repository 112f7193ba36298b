import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DiagnosticError } from "../../diagnostic.ts";
import { isNoPath } from "../settings/portable-command.ts";
import type { GivenDocument } from "./read-document.ts";

/** A document as a program has it. */
export type DocumentArgument = string | URL | Readonly<Record<string, unknown>>;

/** The name of a document and, when it is not on the disk, its text. */
export interface NamedDocument {
  readonly document: string;
  readonly given?: GivenDocument;
}

/**
 * Accepts a path, a `file:` URL, or the document itself as an object. The references of an object are relative to the
 * folder.
 *
 * @throws DiagnosticError for another URL without a given text, because a download would have to be awaited.
 */
export function nameGivenDocument(
  document: DocumentArgument,
  given: GivenDocument | undefined,
  folder: string,
): NamedDocument {
  if (isDocument(document)) {
    const path = resolve(folder, objectName);
    const bytes = Buffer.from(JSON.stringify(document, undefined, 2));
    return { document: objectName, given: { path, files: new Map([[path, bytes]]) } };
  }
  const name = nameDocument(document);
  if (given !== undefined) {
    return { document: name, given };
  }
  if (name !== "-" && isNoPath(name)) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "not-downloaded",
        message: `${name} has to be downloaded before this function is called.`,
        fix: "Pass its text as `given`: `{ document, given: await readDocument(document) }`.",
      },
    ]);
  }
  return { document: resolve(folder, name) };
}

/** Returns whether this is the document itself. */
export function isDocument(
  document: DocumentArgument,
): document is Readonly<Record<string, unknown>> {
  return typeof document === "object" && !(document instanceof URL);
}

/** The name of a document that is given as an object, in headers and messages. */
const objectName = "document.json";

function nameDocument(document: string | URL): string {
  if (typeof document === "string") {
    return document;
  }
  return document.protocol === "file:" ? fileURLToPath(document) : document.href;
}
