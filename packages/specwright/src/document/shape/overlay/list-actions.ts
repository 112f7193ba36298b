import { isDeepStrictEqual } from "node:util";
import { isArrayOrObject, isObject, type JsonObject } from "../../../json-object.ts";

/** An action as it is written into an overlay. */
export interface WrittenAction {
  /** A JSONPath query (RFC 9535). */
  readonly target: string;
  readonly remove?: true;
  readonly update?: unknown;
}

/**
 * The actions of an overlay (1.0) that lead from one document to another. Applied in their order, they make the new one
 * exactly, apart from the order of members. Their number grows with the number of changed places.
 *
 * An update can neither replace a list nor a value by one of another kind, so both are removed first. In a list whose elements can be
 * told apart by a value of their own, such as parameters, only the elements that differ are changed: indexes would mean other elements
 * as soon as somebody adds one.
 */
export function listActions(before: JsonObject, after: JsonObject): readonly WrittenAction[] {
  const actions: WrittenAction[] = [];
  compareObjects(before, after, "$", actions);
  return actions;
}

function compareObjects(
  before: JsonObject,
  after: JsonObject,
  target: string,
  actions: WrittenAction[],
): void {
  const update: [string, unknown][] = [];
  for (const [key, old] of Object.entries(before)) {
    const place = target + writeStep(key);
    if (Object.hasOwn(after, key)) {
      compareMember(old, after[key], place, { actions, set: (value) => update.push([key, value]) });
    } else {
      actions.push({ target: place, remove: true });
    }
  }
  update.push(...Object.entries(after).filter(([key]) => !Object.hasOwn(before, key)));
  if (update.length > 0) {
    actions.push({ target, update: Object.fromEntries(update) });
  }
}

interface Changes {
  readonly actions: WrittenAction[];
  /** Gives the member a value, or adds the elements of a list to it, by an action after the others. */
  readonly set: (value: unknown) => void;
}

function compareMember(before: unknown, after: unknown, target: string, changes: Changes): void {
  const { actions, set } = changes;
  if (isObject(before) && isObject(after) && haveCommonMembers(before, after)) {
    compareObjects(before, after, target, actions);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, target, changes);
  } else if (isArrayOrObject(before) || isArrayOrObject(after)) {
    actions.push({ target, remove: true });
    set(after);
  } else if (!Object.is(before, after)) {
    set(after);
  }
}

/** Objects without common members are two things. A single member is removed as it is. */
function haveCommonMembers(before: JsonObject, after: JsonObject): boolean {
  const keys = Object.keys(before);
  return keys.length < 2 || keys.some((key) => Object.hasOwn(after, key));
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  target: string,
  { actions, set }: Changes,
): void {
  const edits = editElements(before, after, target) ?? appendElements(before, after);
  if (edits === undefined) {
    actions.push({ target, remove: true });
    set(after);
    return;
  }
  actions.push(...edits.actions);
  if (edits.added.length > 0) {
    set(edits.added);
  }
}

interface ListEdits {
  readonly actions: readonly WrittenAction[];
  /** The elements after those that stay. */
  readonly added: readonly unknown[];
}

/** More edits of one list are harder to read than the new list. Each of them searches the whole list, too. */
const maximumEdits = 16;

/** Undefined when elements cannot be told apart, have another order, or differ in too many places. */
function editElements(
  before: readonly unknown[],
  after: readonly unknown[],
  target: string,
): ListEdits | undefined {
  const old = tellApart(before);
  const next = tellApart(after);
  if (old === undefined || next === undefined) {
    return undefined;
  }
  const filters = [...next.keys()];
  const kept = [...old.keys()].filter((filter) => next.has(filter));
  const isInOrder = kept.every((filter, index) => filter === filters[index]);
  if (!isInOrder || (kept.length === 0 && before.length > 0)) {
    return undefined;
  }
  const actions: WrittenAction[] = [];
  for (const [filter, element] of old) {
    const place = `${target}[?(${filter})]`;
    const other = next.get(filter);
    if (!next.has(filter)) {
      actions.push({ target: place, remove: true });
    } else if (isObject(element) && isObject(other)) {
      compareObjects(element, other, place, actions);
    }
    if (actions.length > maximumEdits) {
      return undefined;
    }
  }
  return { actions, added: filters.slice(kept.length).map((filter) => next.get(filter)) };
}

/** Undefined when elements that are there change. */
function appendElements(
  before: readonly unknown[],
  after: readonly unknown[],
): ListEdits | undefined {
  const isStart =
    before.length <= after.length &&
    before.every((element, index) => isDeepStrictEqual(element, after[index]));
  return isStart ? { actions: [], added: after.slice(before.length) } : undefined;
}

/**
 * The elements of a list by a filter that selects each of them and no other one. Undefined when some elements have none.
 * References stand beside other elements, as in `parameters`; the other elements have to be of one kind.
 */
function tellApart(list: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const elements = new Map<string, unknown>();
  const kinds = new Set<string>();
  for (const element of list) {
    const identity = identify(element);
    if (identity === undefined || elements.has(identity.filter)) {
      return undefined;
    }
    elements.set(identity.filter, element);
    kinds.add(identity.kind);
  }
  kinds.delete("$ref");
  return kinds.size > 1 ? undefined : elements;
}

function identify(
  element: unknown,
): { readonly kind: string; readonly filter: string } | undefined {
  if (!isObject(element)) {
    return canBeCompared(element) ? { kind: "value", filter: writeTest("@", element) } : undefined;
  }
  const [names, ...others] = identities.filter(([name]) => Object.hasOwn(element, name));
  const isReferenceToo = names === reference && others.length > 0;
  if (
    names === undefined ||
    isReferenceToo ||
    !names.every((name) => canBeCompared(element[name]))
  ) {
    return undefined;
  }
  const tests = names.map((name) => writeTest(`@${writeStep(name)}`, element[name]));
  return { kind: names.join(), filter: tests.join(" && ") };
}

const reference = ["$ref"] as const;

/** What tells elements apart: parameters, tags and servers. The first that an element has counts. */
const identities = [reference, ["in", "name"], ["name"], ["url"]] as const;

/** Returns whether a filter can compare something with a value. */
function canBeCompared(value: unknown): boolean {
  return (
    typeof value === "string" || (!isArrayOrObject(value) && JSON.stringify(value) === `${value}`)
  );
}

function writeTest(left: string, value: unknown): string {
  return `${left} == ${typeof value === "string" ? quote(value) : `${value}`}`;
}

/** A step of a query to the member of this name. */
function writeStep(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/**
 * A text in single quotes (RFC 9535, section 2.3.1). `json-p3` refuses control characters that have no letter, such as NUL,
 * although the RFC allows them.
 */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${escaped.replaceAll("'", "\\'")}'`;
}
