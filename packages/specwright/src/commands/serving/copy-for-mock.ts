import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropUndefined } from "../../defined.ts";
import { bundleDocument } from "../../document/bundle/bundle-document.ts";
import { openShapedDocument } from "../../document/shape/open-shaped.ts";
import { resolveInput } from "../load/document-input.ts";
import { guardDepth } from "../load/guard-depth.ts";
import { readHttpHeaders } from "../load/http-headers.ts";
import { readDocument } from "../load/read-document.ts";
import type { ReadSettings } from "../settings/settings.ts";
import { type ShortDocument, shortenReferences } from "./shorten-references.ts";

/** A file with a shortened document. */
export interface MockCopy extends Pick<ShortDocument, "cut" | "size"> {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Writes a copy of a document whose references form circles or repeat too much: see `shortenReferences`. Undefined for
 * other documents: Prism then gets the document itself.
 *
 * @param document A path or a URL.
 * @param settings How the document is read. With `input`, there is always a copy.
 * @throws DiagnosticError when the document cannot be read, or a step of `input` cannot be taken
 */
export async function copyForMock(
  document: string,
  folder: string,
  settings: ReadSettings = {},
): Promise<MockCopy | undefined> {
  const short = await readShort(document, folder, settings);
  if (short === undefined || (short.cut === 0 && settings.input === undefined)) {
    return undefined;
  }
  const temporary = mkdtempSync(join(tmpdir(), "specwright-mock-"));
  const path = join(temporary, "openapi.json");
  writeFileSync(path, JSON.stringify(short.document));
  return {
    ...{ cut: short.cut, size: short.size, path },
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

async function readShort(
  document: string,
  folder: string,
  settings: ReadSettings,
): Promise<ShortDocument | undefined> {
  const given = await readDocument(document, { folder, headersFor: readHttpHeaders(folder) });
  const input = resolveInput({ document, folder, given, ...settings });
  const { document: source } = openShapedDocument(input.path, dropUndefined(input));
  const short = guardDepth(document, () => shortenReferences(bundleDocument(source)));
  // References that only Prism can follow would be missing from a copy.
  return source.problems.some(({ severity }) => severity === "error") ? undefined : short;
}
