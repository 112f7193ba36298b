import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { SourceDocument } from "../../document/read/open-document.ts";
import type { WrittenAction } from "../../document/shape/overlay/list-actions.ts";
import { isObject } from "../../json-object.ts";
import { printYaml } from "../../text/print-yaml.ts";
import { replaceFile } from "../../write/whole-file.ts";
import { refuseSource } from "../output/refuse-source.ts";
import { writePortablePath } from "../settings/portable-command.ts";

/** An overlay (Overlay Specification 1.0). */
export interface WrittenOverlay {
  readonly overlay: "1.0.0";
  readonly info: { readonly title: string; readonly version: string };
  /** The document that it is for, relative to the file of the overlay. */
  readonly extends?: string;
  readonly actions: readonly WrittenAction[];
}

/** An overlay, and whether it is in a file now. */
export interface SavedOverlay {
  readonly overlay: WrittenOverlay;
  /** The text of the file, whether it was written or not. */
  readonly text: string;
  /** False without a file to write, and without actions, which an overlay must have. */
  readonly isWritten: boolean;
}

/**
 * Makes an overlay for a document, and writes it to a file, if there is one: JSON when its name ends with `.json`, otherwise YAML.
 *
 * @param output the absolute path of the file
 * @param sources files that are not replaced either, by their paths
 * @throws DiagnosticError when the file cannot be written, or is one of the sources.
 */
export function saveOverlay(
  title: string,
  actions: readonly WrittenAction[],
  document: SourceDocument,
  output: string | undefined,
  sources: ReadonlyMap<string, unknown> = new Map(),
): SavedOverlay {
  const { root, files } = document;
  const info = isObject(root.value) && isObject(root.value.info) ? root.value.info : {};
  const overlay: WrittenOverlay = {
    overlay: "1.0.0",
    info: { title, version: typeof info.version === "string" ? info.version : "1.0.0" },
    ...(output !== undefined && existsSync(root.path) && { extends: refer(output, root.path) }),
    actions,
  };
  const text = /\.json$/i.test(output ?? "")
    ? `${JSON.stringify(overlay, undefined, 2)}\n`
    : printYaml(overlay);
  if (output === undefined || actions.length === 0) {
    return { overlay, text, isWritten: false };
  }
  refuseSource(output, new Map([...files, ...sources]));
  replaceFile(output, text);
  return { overlay, text, isWritten: true };
}

function refer(from: string, to: string): string {
  return encodeURI(writePortablePath(relative(dirname(from), to)));
}
