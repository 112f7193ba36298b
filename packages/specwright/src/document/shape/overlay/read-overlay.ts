import { dirname, resolve } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../../diagnostic.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { loadFile } from "../../read/files/load-file.ts";
import type { ReadSession } from "../../read/files/read-session.ts";
import type { SourceFile } from "../../read/files/source-file.ts";
import { compilePath, type PathQuery } from "./json-path.ts";

/** One action of an overlay, compiled. */
export interface OverlayAction {
  /** JSON Pointer of the action in its file. */
  readonly pointer: string;
  readonly target: PathQuery;
  /** The query as it is written. */
  readonly written: string;
  /** Only one of these three has an effect. */
  readonly change:
    | { readonly remove: true }
    | { readonly update: unknown }
    | { readonly copy: PathQuery };
}

/** An overlay (Overlay Specification 1.0 and 1.1). */
export interface Overlay {
  readonly file: SourceFile;
  readonly actions: readonly OverlayAction[];
}

/** Where overlays are read, and which document they are for. */
export interface ReadOverlayContext {
  readonly folder: string;
  readonly session?: ReadSession | undefined;
  /** The root file of the document. */
  readonly document: SourceFile;
  /** The paths of what an overlay may extend: the document, and the other overlays. */
  readonly targets: readonly string[];
}

/**
 * Reads an overlay. Undefined when it has errors, which are added to the problems.
 *
 * @param path The absolute path.
 */
export function readOverlay(
  path: string,
  { folder, session, document, targets }: ReadOverlayContext,
  problems: Diagnostic[],
): Overlay | undefined {
  const loaded = loadFile(path, folder, { session });
  if ("problems" in loaded) {
    problems.push(...loaded.problems);
    return undefined;
  }
  const { file } = loaded;
  const report = createReport(file, problems);
  const { value } = file;
  if (!isObject(value) || !/^1\.[0-2](?:\.|$)/.test(String(value.overlay))) {
    report("", {
      code: "not-an-overlay",
      message:
        isObject(value) && value.overlay !== undefined
          ? `specwright does not know Overlay ${String(value.overlay)}.`
          : `${file.name} is not an overlay: it does not begin with \`overlay: 1.x\`.`,
      fix: "Name an overlay of version 1.0 or 1.1 in `input.overlays`.",
    });
    return undefined;
  }
  const extended = findExtended(file);
  if (extended !== undefined && !targets.includes(extended)) {
    report("/extends", {
      code: "overlay-of-another-document",
      severity: "warning",
      message: `The overlay is for \`${String(value.extends)}\`, and it is applied to ${document.name}.`,
      fix: "Correct `extends`, or remove the overlay from `input.overlays`.",
    });
  }
  const { actions } = value;
  if (!Array.isArray(actions) || actions.length === 0) {
    report("", {
      code: "invalid-overlay",
      message: `The overlay ${file.name} has no list of \`actions\`.`,
      fix: "Write a list with an object for each change, such as `- target: $.info`.",
    });
    return undefined;
  }
  const read = actions.map((action: unknown, index) =>
    readAction(action, `/actions/${index}`, report),
  );
  return { file, actions: read.flatMap((action) => action ?? []) };
}

type Report = (
  pointer: string,
  problem: Pick<Diagnostic, "code" | "message" | "fix"> & Partial<Pick<Diagnostic, "severity">>,
) => void;

function createReport({ name: file }: SourceFile, problems: Diagnostic[]): Report {
  return (pointer, problem) => {
    problems.push({ severity: "error", ...problem, file, pointer });
  };
}

const members = ["target", "description", "update", "remove", "copy"];

function readAction(action: unknown, pointer: string, report: Report): OverlayAction | undefined {
  if (!isObject(action)) {
    report(pointer, {
      code: "invalid-overlay",
      message: "An action of an overlay must be an object.",
      fix: "Write a `target`, and `update`, `remove` or `copy`.",
    });
    return undefined;
  }
  for (const key of Object.keys(action).filter((each) => !each.startsWith("x-"))) {
    if (!members.includes(key)) {
      report(`${pointer}/${key}`, {
        code: "misspelt-action",
        severity: "warning",
        message: `An action of an overlay has no member \`${key}\`, so it is ignored.`,
        fix: `${askDidYouMean(key, members)}The members are ${members.join(", ")}.`,
      });
    }
  }
  const target = compileMember(action, "target", pointer, report);
  const change = readChange(action, pointer, report);
  return target === undefined || change === undefined
    ? undefined
    : { pointer, target, written: String(action.target), change };
}

function readChange(
  action: JsonObject,
  pointer: string,
  report: Report,
): OverlayAction["change"] | undefined {
  if (action.remove === true) {
    return { remove: true };
  }
  if (action.update !== undefined && action.update !== null) {
    return { update: action.update };
  }
  if (action.copy !== undefined) {
    const copy = compileMember(action, "copy", pointer, report);
    return copy && { copy };
  }
  report(pointer, {
    code: "invalid-overlay",
    severity: "warning",
    message: "This action of an overlay changes nothing.",
    fix: "Write `update`, `copy`, or `remove: true`.",
  });
  return undefined;
}

function compileMember(
  action: JsonObject,
  name: "target" | "copy",
  pointer: string,
  report: Report,
): PathQuery | undefined {
  const { [name]: text } = action;
  if (typeof text !== "string") {
    report(pointer, {
      code: "invalid-overlay",
      message: `\`${name}\` of an action must be a JSONPath query.`,
      fix: "Write a query, such as `$.paths['/pets'].get`.",
    });
    return undefined;
  }
  try {
    return compilePath(text);
  } catch (error) {
    if (error instanceof DiagnosticError) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    report(`${pointer}/${name}`, {
      code: "invalid-json-path",
      message: `\`${text}\` is not a JSONPath query of RFC 9535: ${reason}.`,
      fix: "Quote names with other characters than letters, digits and `_`, as in `$.paths['/pets'].get`.",
    });
    return undefined;
  }
}

/**
 * The path of the file that an overlay extends. Undefined for a file that is not an overlay, and for an overlay that extends a URL or
 * nothing.
 */
export function findExtended({ path, value }: SourceFile): string | undefined {
  if (!isObject(value) || value.openapi !== undefined || typeof value.overlay !== "string") {
    return undefined;
  }
  const { extends: reference } = value;
  const isPath = typeof reference === "string" && !/^[a-z][a-z+.-]+:/i.test(reference);
  return isPath ? resolve(dirname(path), decodePercent(reference)) : undefined;
}
