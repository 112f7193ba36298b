import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findRemotePath } from "../../../document/read/files/remotes.ts";
import { withoutLinks } from "../../../document/read/files/without-links.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import type { ResolvedInput } from "../document-input.ts";

/**
 * The path of the document that a source description leads to. A relative URL is relative to the Arazzo document. Undefined for a
 * document elsewhere that has no local copy in the setting `remotes`.
 */
export function locateSource(
  url: string,
  arazzo: string,
  { folder, remotes = {}, path, name }: Pick<ResolvedInput, "folder" | "remotes" | "path" | "name">,
): string | undefined {
  if (url === name) {
    return path;
  }
  if (url.startsWith("file:") && URL.canParse(url)) {
    return withoutLinks(fileURLToPath(url));
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(url)) {
    const copies = Object.entries(remotes).map(([uri, copy]) => ({
      uri,
      path: withoutLinks(resolve(folder, copy)),
    }));
    return findRemotePath(url, copies);
  }
  return withoutLinks(resolve(dirname(arazzo), decodePercent(url.replace(/#.*$/s, ""))));
}
