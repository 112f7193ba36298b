import { readHttpHeaders } from "../commands/load/http-headers.ts";
import { type GivenDocument, readDocument } from "../commands/load/read-document.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";

/**
 * Reads a document from a URL, with the headers of Redocly's configuration, or from standard input. Undefined for a
 * path.
 *
 * @param redocly The configuration, when it is not in the working folder.
 * @throws DiagnosticError when a file cannot be downloaded, or the configuration cannot be read.
 */
export async function readGiven(
  document: string,
  redocly?: string,
): Promise<GivenDocument | undefined> {
  return isNoPath(document)
    ? readDocument(document, { headersFor: readHttpHeaders(process.cwd(), redocly) })
    : undefined;
}
