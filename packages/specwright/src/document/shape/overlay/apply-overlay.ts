import type { Diagnostic } from "../../../diagnostic.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import type { ShapeChange } from "../shape-report.ts";
import type { Shaping } from "../shaping.ts";
import { Draft, type Owned } from "./draft.ts";
import { findMissingStep, type SelectedNode, selectNodes } from "./json-path.ts";
import type { Overlay, OverlayAction } from "./read-overlay.ts";

/** Applies the actions of an overlay in their order, each to what the ones before it made. */
export function applyOverlay(root: JsonObject, overlay: Overlay, shaping: Shaping): JsonObject {
  const { file } = overlay;
  shaping.origins.addFile(file);
  const draft = new Draft(root, shaping.origins);
  const changes: ShapeChange[] = [];
  const report = (
    pointer: string,
    problem: Pick<Diagnostic, "severity" | "code" | "message" | "fix">,
  ): void => {
    shaping.problems.push({ ...problem, file: file.name, pointer });
  };
  for (const action of overlay.actions) {
    const nodes = selectNodes(action.target, draft.value);
    if (nodes.length === 0) {
      report(`${action.pointer}/target`, describeMissing(action, draft.value));
      continue;
    }
    const merging: Merging = { draft, overlay, report };
    if (applyAction(action, nodes, merging)) {
      const made = nodes.map((node) => describeChange(action, node));
      changes.push(...made);
      for (const { name } of made.filter((each) => each.action === "removed")) {
        shaping.removals.set(name, { file: file.name, pointer: `${action.pointer}/target` });
      }
    }
  }
  shaping.steps.push({ step: "overlay", source: file.name, changes });
  // Replacing the whole document is reported as a problem.
  return draft.value as JsonObject;
}

interface Merging {
  readonly draft: Draft;
  readonly overlay: Overlay;
  readonly report: (
    pointer: string,
    problem: Pick<Diagnostic, "severity" | "code" | "message" | "fix">,
  ) => void;
}

function describeChange({ change }: OverlayAction, { location }: SelectedNode): ShapeChange {
  const action = "remove" in change ? "removed" : "copy" in change ? "copied" : "changed";
  const name = `#${location.map((key) => `/${escapeSegment(String(key))}`).join("")}`;
  return { action, kind: "part", name };
}

function describeMissing(
  { target, written }: OverlayAction,
  value: unknown,
): Pick<Diagnostic, "severity" | "code" | "message" | "fix"> {
  const missing = findMissingStep(target, value);
  return {
    severity: "warning",
    code: "overlay-without-match",
    message: `\`${written}\` selects nothing of the document${missing === undefined ? "" : `, because nothing is called \`${missing.name}\` there`}.`,
    fix: `${missing === undefined ? "" : askDidYouMean(missing.name, missing.known)}Correct the target, or remove the action.`,
  };
}

/** Returns whether the action could be applied. */
function applyAction(
  action: OverlayAction,
  nodes: readonly SelectedNode[],
  merging: Merging,
): boolean {
  const { change, pointer, written } = action;
  const { draft, report } = merging;
  if ("remove" in change) {
    return removeNodes(nodes, action, merging);
  }
  const kinds = new Set(nodes.map(({ value }) => nameShape(value)));
  if (kinds.size > 1) {
    report(`${pointer}/target`, {
      severity: "error",
      code: "overlay-not-applicable",
      message: `\`${written}\` selects ${[...kinds].join(" and ")}, and an action changes nodes of one kind only.`,
      fix: "Write an action for each kind.",
    });
    return false;
  }
  if ("update" in change) {
    return nodes.every((node) => updateNode(node, change.update, `${pointer}/update`, merging));
  }
  const sources = selectNodes(change.copy, draft.value);
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    report(`${pointer}/copy`, {
      severity: "error",
      code: "overlay-not-applicable",
      message: `\`copy\` selects ${sources.length} nodes, and only one can be copied.`,
      fix: "Correct the query, so that it selects one node.",
    });
    return false;
  }
  draft.share();
  const isApplied = nodes.every((node) =>
    updateNode(node, source.value, `${pointer}/copy`, merging),
  );
  draft.share();
  return isApplied;
}

/** From the last to the first, so that removing an element of an array does not move those that are still to be removed. */
function removeNodes(
  nodes: readonly SelectedNode[],
  { pointer }: OverlayAction,
  { draft, report }: Merging,
): boolean {
  for (const { location } of nodes.toReversed()) {
    if (location.length === 0) {
      report(pointer, {
        severity: "error",
        code: "overlay-not-applicable",
        message: "An action cannot remove the whole document.",
        fix: "Select a part of it in `target`.",
      });
      return false;
    }
    const { parent, key } = draft.open(location);
    if (Array.isArray(parent)) {
      parent.splice(Number(key), 1);
    } else {
      delete parent[key];
    }
  }
  return true;
}

function updateNode(
  { location, value: before }: SelectedNode,
  update: unknown,
  pointer: string,
  merging: Merging,
): boolean {
  const { draft, overlay } = merging;
  const { parent, key } = draft.open(location);
  if (Array.isArray(before)) {
    appendTo(draft.own(parent, key), update, pointer, merging);
    return true;
  }
  if (isObject(before) && isObject(update)) {
    return mergeInto(draft.own(parent, key), update, pointer, merging);
  }
  if (!isObject(before) && !isObject(update) && !Array.isArray(update)) {
    draft.set(parent, key, update, { file: overlay.file, pointer });
    return true;
  }
  return refuse(before, update, pointer, merging);
}

function mergeInto(into: Owned, update: JsonObject, pointer: string, merging: Merging): boolean {
  const { draft, overlay } = merging;
  return Object.entries(update).every(([key, value]) => {
    const place = `${pointer}/${escapeSegment(key)}`;
    const before = Object.hasOwn(into, key) ? into[key] : undefined;
    if (isObject(before) && isObject(value)) {
      return mergeInto(draft.own(into, key), value, place, merging);
    }
    if (Array.isArray(before) && Array.isArray(value)) {
      appendTo(draft.own(into, key), value, place, merging);
      return true;
    }
    const isFit = nameShape(before) === nameShape(value) || before === undefined;
    if (isFit) {
      draft.set(into, key, value, { file: overlay.file, pointer: place });
      return true;
    }
    return refuse(before, value, place, merging);
  });
}

/** Appends an element, or the elements of a list. */
function appendTo(
  into: Owned,
  update: unknown,
  pointer: string,
  { draft, overlay }: Merging,
): void {
  for (const [index, element] of (Array.isArray(update) ? update : [update]).entries()) {
    const place = Array.isArray(update) ? `${pointer}/${index}` : pointer;
    draft.set(into, Number(into.length), element, { file: overlay.file, pointer: place });
  }
}

function nameShape(value: unknown): string {
  return Array.isArray(value) ? "lists" : isObject(value) ? "objects" : "single values";
}

/** An empty member, as in `tags:` with nothing after it, is one that its author has not written yet. */
function refuse(before: unknown, update: unknown, pointer: string, { report }: Merging): boolean {
  const isEmpty = update === null;
  report(pointer, {
    severity: isEmpty ? "warning" : "error",
    code: "overlay-not-applicable",
    message: isEmpty
      ? "This member of the overlay is empty, so nothing is changed."
      : `An action cannot merge ${nameShape(update)} into ${nameShape(before)}.`,
    fix: isEmpty
      ? "Remove it, or write its value."
      : "Write a value of the same kind. To replace a value by one of another kind, remove it in an action before this one.",
  });
  return isEmpty;
}
