import { readHttpHeaders } from "../commands/load/http-headers.ts";
import { type GivenDocument, readDocument } from "../commands/load/read-document.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";

/**
 * The text of a document that is a URL or standard input, with the headers that Redocly's configuration sends; undefined for a
 * path.
 *
 * @param redocly The configuration, where it is not in the working folder.
 * @throws DiagnosticError when something cannot be downloaded, or the configuration cannot be read.
 */
export async function readGiven(
  document: string,
  redocly?: string,
): Promise<GivenDocument | undefined> {
  return isNoPath(document)
    ? readDocument(document, { headersFor: readHttpHeaders(process.cwd(), redocly) })
    : undefined;
}
