import { resolve } from "node:path";
import { type Change, type Severity, severities } from "../compare/change.ts";
import { compareModels } from "../compare/compare-models.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Location } from "../document/model/model.ts";
import { locateDiagnostics } from "../document/read/locate.ts";
import { addWitnesses } from "../witness/add-witnesses.ts";
import { findApproval, listExpired, readApprovals } from "./changes/approvals.ts";
import { findNear } from "./changes/find-near.ts";
import { type OpenedSide, openSide, type Side } from "./changes/load-side.ts";
import { omitUnchanged } from "./changes/omit-unchanged.ts";
import { guardDepth } from "./load/guard-depth.ts";
import type { GivenDocument } from "./load/read-document.ts";
import { resolveSettings } from "./settings/given-settings.ts";
import { type ReadSettings, readSettings } from "./settings/settings.ts";

/** The documents to compare. Paths are relative to `folder`. */
export interface DiffOptions extends ReadSettings {
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
 * @example
 * ```ts
 * import { diff } from "specwright";
 *
 * const { changes, worst } = diff({ before: "released.yaml", after: "openapi.yaml" });
 * for (const { severity, message, after } of changes) console.log(severity, message, after?.line);
 * if (worst === "breaking") process.exitCode = 1;
 * ```
 */
export function diff(options: DiffOptions): DiffResult {
  const folder = resolve(options.folder ?? ".");
  const settings = resolveSettings(options, readSettings, folder);
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const approvals =
    options.approvals === undefined
      ? []
      : readApprovals(resolve(folder, options.approvals), folder);
  const open = (side: "before" | "after"): OpenedSide =>
    openSide(options[side], { ...settings, folder, given: options.given?.[side] });
  const opened = [open("before"), open("after")] as const;
  // Filters and overlays need the whole documents.
  const files = [opened[0].file, opened[1].file] as const;
  const [from, to] = options.input === undefined ? omitUnchanged(files) : files;
  const { found, before, after } = guardDepth(options.after, () =>
    compareSides(opened[0].load(from), opened[1].load(to), folder),
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

/** Where the parts of a side were written. */
type Written = Pick<Side, "given"> & Pick<Side["loaded"], "trace">;

/** The changes between two sides. The caller does not keep their models, which take most memory, while it finds the places. */
function compareSides(
  { given: givenBefore, loaded: before }: Side,
  { given: givenAfter, loaded: after }: Side,
  folder: string,
): { readonly found: readonly Change[]; readonly before: Written; readonly after: Written } {
  const models = { before: before.model, after: after.model };
  return {
    found: addWitnesses(compareModels(before.model, after.model), models, folder),
    before: { ...(givenBefore && { given: givenBefore }), trace: before.trace },
    after: { ...(givenAfter && { given: givenAfter }), trace: after.trace },
  };
}

function rank({ severity }: Pick<Change, "severity">): number {
  return severities.indexOf(severity);
}

/** The places of the changes in one document, each with its line. Each file is scanned once. */
function locatePlaces(
  changes: readonly Change[],
  findPlace: (change: Change, index: number) => Location | undefined,
  { given, trace }: Written,
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
  return locateDiagnostics(trace(diagnostics), folder, (path) => given?.get(path)).map(
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
