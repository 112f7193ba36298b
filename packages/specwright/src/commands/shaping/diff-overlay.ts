import { resolve } from "node:path";
import { pick } from "../../defined.ts";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { SourceDocument } from "../../document/read/open-document.ts";
import { listActions } from "../../document/shape/overlay/list-actions.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import { readWholeSide } from "../changes/load-side.ts";
import type { GivenDocument } from "../load/read-document.ts";
import type { ReadSettings } from "../settings/settings.ts";
import { type SavedOverlay, saveOverlay } from "./save-overlay.ts";

/** The documents between which an overlay leads. Paths are relative to `folder`. */
export interface DiffOverlayOptions extends Omit<ReadSettings, "input"> {
  /** The old document: a file, a folder, `<commit>:<path>`, or a package (`npm:@acme/notes-types@1.2.0`). */
  readonly before: string;
  /** The new document, in the same forms. */
  readonly after: string;
  /** The text of documents that are not on the disk: see `readDocument`. */
  readonly given?: {
    readonly before?: GivenDocument | undefined;
    readonly after?: GivenDocument | undefined;
  };
  /** The file to write: YAML, or JSON when its name ends with `.json`. Without it, no file is written. */
  readonly output?: string;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
}

/**
 * Makes the overlay that leads from one document to another, and writes it. `shape` with this overlay makes the new document of the
 * old one, apart from the order of members. Documents of several files are bundled first, those of Swagger 2.0 converted.
 *
 * @throws DiagnosticError with every problem of a document's files. No file is written then.
 * @example
 * ```ts
 * import { diffOverlay } from "specwright";
 *
 * const { overlay } = diffOverlay({ before: "released.yaml", after: "openapi.yaml" });
 * for (const { target, remove } of overlay.actions) console.log(remove ? "remove" : "update", target);
 * ```
 */
export function diffOverlay(options: DiffOverlayOptions): SavedOverlay {
  const folder = resolve(options.folder ?? ".");
  const { output } = options;
  const settings = pick(options, ["allow", "remotes"]);
  const read = (side: "before" | "after"): SourceDocument =>
    readWholeSide(options[side], { ...settings, folder, given: options.given?.[side] });
  const [before, after] = [read("before"), read("after")];
  const actions = listActions(requireObject(before), requireObject(after));
  const title = `From ${before.root.name} to ${after.root.name}`;
  const path = output === undefined ? undefined : resolve(folder, output);
  return saveOverlay(title, actions, before, path, after.files);
}

function requireObject({ root: { name, value } }: SourceDocument): JsonObject {
  if (!isObject(value)) {
    throw createDiagnosticError({
      code: "not-openapi",
      message: `${name} is not an object, so no overlay leads to it or from it.`,
      fix: "Name an OpenAPI document.",
      file: name,
    });
  }
  return value;
}
