import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { type Change, type Severity, severities } from "../diff/change.ts";
import { compareModels } from "../diff/compare-models.ts";
import type { Location } from "../model/model.ts";
import { locateDiagnostics } from "../read/locate.ts";
import { findApproval, listExpired, readApprovals } from "./changes/approvals.ts";
import { findNear } from "./changes/find-near.ts";
import { type OpenedSide, openSide, type Side } from "./changes/load-side.ts";
import { omitUnchanged } from "./changes/omit-unchanged.ts";
import { guardDepth } from "./load/guard-depth.ts";
import type { GivenDocument } from "./load/read-document.ts";
import { resolveSettings } from "./settings/given-settings.ts";
import type { Settings } from "./settings/settings.ts";

/** The documents to compare. Paths are relative to `folder`. */
export interface DiffOptions extends Pick<Settings, "allow" | "remotes"> {
  /** The old document: a file, a folder, `<commit>:<path>`, or a package (`npm:@acme/notes-types@1.2.0`). */
  readonly before: string;
  /** The new document, in the same forms. */
  readonly after: string;
  /** The text of documents that are not on the disk: see `readDocument`. */
  readonly given?: {
    readonly before?: GivenDocument | undefined;
    readonly after?: GivenDocument | undefined;
  };
  /** A file of changes that were accepted. */
  readonly approvals?: string;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
  /** The day on which approvals have to be valid, such as `2026-11-23`. Default: today in UTC. */
  readonly today?: string;
}

/** A place in a file, with its line. */
export interface Place extends Location {
  /** Counted from 1. Absent when the file cannot be read again. */
  readonly line?: number;
  readonly column?: number;
}

/** A change with its lines and, if it was approved, the reason. */
export interface LocatedChange extends Omit<Change, "before" | "after"> {
  readonly before?: Place;
  readonly after?: Place;
  /** For a removed part, the smallest part of the new document that contained it. */
  readonly near?: Place;
  /** The reason of the approval that covers this change. */
  readonly approved?: string;
}

/** The changes between two documents. */
export interface DiffResult {
  /** The most severe changes first, otherwise in the order of the documents. */
  readonly changes: readonly LocatedChange[];
  /** The highest severity of the changes that are not approved. Absent when all are approved. */
  readonly worst?: Severity;
  /** Warnings about expired approvals. `generate` reports the warnings about the documents. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares two documents. Returns every change with its effect on callers, client code, handlers and validators.
 *
 * @throws DiagnosticError with every problem of a document or of the approvals.
 */
export function diff(options: DiffOptions): DiffResult {
  const folder = resolve(options.folder ?? ".");
  const settings = resolveSettings(options, ["allow", "remotes"], folder);
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const approvals =
    options.approvals === undefined
      ? []
      : readApprovals(resolve(folder, options.approvals), folder);
  const open = (side: "before" | "after"): OpenedSide =>
    openSide(options[side], { ...settings, folder, given: options.given?.[side] });
  const opened = [open("before"), open("after")] as const;
  const [from, to] = omitUnchanged([opened[0].file, opened[1].file]);
  const [before, after] = [opened[0].load(from), opened[1].load(to)];
  const found = guardDepth(options.after, () =>
    compareModels(before.loaded.model, after.loaded.model),
  );
  const near = found.map((change) => findNear(change, opened[0].file, opened[1].file));
  const lines = {
    before: locatePlaces(found, ({ before: place }) => place, before, folder),
    after: locatePlaces(found, ({ after: place }, index) => place ?? near[index], after, folder),
  };
  const changes = found
    .map((change, index): LocatedChange => {
      const approved = findApproval(change, approvals, today)?.reason;
      const [from, to] = [lines.before[index], lines.after[index]];
      const { before: _, after: __, ...rest } = change;
      return {
        ...rest,
        ...(from === undefined ? {} : { before: from }),
        ...(to === undefined ? {} : { [near[index] === undefined ? "after" : "near"]: to }),
        ...(approved === undefined ? {} : { approved }),
      };
    })
    .toSorted((left, right) => rank(left) - rank(right));
  const worst = changes.find(({ approved }) => approved === undefined)?.severity;
  return {
    changes,
    ...(worst === undefined ? {} : { worst }),
    diagnostics: listExpired(approvals, today),
  };
}

function rank({ severity }: Pick<Change, "severity">): number {
  return severities.indexOf(severity);
}

/** The places of the changes in one document, each with its line. Each file is scanned once. */
function locatePlaces(
  changes: readonly Change[],
  findPlace: (change: Change, index: number) => Location | undefined,
  { given }: Side,
  folder: string,
): readonly (Place | undefined)[] {
  const diagnostics = changes.map(
    (change, index): Diagnostic => ({
      severity: "warning",
      code: "",
      message: "",
      fix: "",
      ...findPlace(change, index),
    }),
  );
  return locateDiagnostics(diagnostics, folder, (path) => given?.get(path)).map(
    ({ file, pointer, line, column }) =>
      file === undefined || pointer === undefined
        ? undefined
        : {
            file,
            pointer,
            ...(line === undefined ? {} : { line }),
            ...(column === undefined ? {} : { column }),
          },
  );
}
