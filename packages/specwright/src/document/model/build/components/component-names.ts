import { basename } from "node:path";
import { findFirstFree } from "../../../../first-free.ts";
import { isObject } from "../../../../json-object.ts";
import { parsePointer } from "../../../../text/pointer.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import type { Raw } from "../context/raw.ts";
import { findMember, listMemberEntries } from "../context/raw.ts";
import { meanTheSame } from "./same-meaning.ts";

/** The kinds of components whose references are kept. References to other kinds are replaced by their targets. */
export const componentKinds = [
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
] as const;

export type ComponentKind = (typeof componentKinds)[number];

/** The names of the components: those that the root document gives, and those that parts of other files receive. */
export interface ComponentNames<Kind extends string = ComponentKind> {
  /**
   * The name of the component at a place. A schema in another file, or outside `components`, receives a name. Returns
   * undefined for any other part of the root document that is not a component of this kind.
   */
  readonly nameComponent: (kind: Kind, target: Raw) => string | undefined;
  /**
   * Every component of a kind: first the root document's in their order, then the others in the order in which they
   * were named.
   */
  readonly all: (kind: Kind) => ReadonlyMap<string, Raw>;
}

/**
 * Names parts of other files as `redocly bundle` does, so that types are the same before and after bundling. The name
 * is the last segment of the pointer, or the file's name. When something else has that name already, a number from 2 is
 * added.
 *
 * @param kinds The sections of `components` that parts can get a name in.
 */
export function createComponentNames<Kind extends string>(
  document: SourceDocument,
  kinds: readonly Kind[],
): ComponentNames<Kind> {
  const { root } = document;
  const components = findSection(
    { file: root, pointer: "", value: root.value },
    "components",
    document,
  );
  const groups = new Map<Kind, Map<string, Raw>>();
  const given = new Map<string, string>();
  for (const kind of kinds) {
    const own = components === undefined ? undefined : findSection(components, kind, document);
    groups.set(kind, new Map(listMemberEntries(own)));
  }
  const ensureGroup = (kind: Kind): Map<string, Raw> => groups.get(kind) ?? new Map();

  const nameComponent: ComponentNames<Kind>["nameComponent"] = (kind, target) => {
    if (target.file === root) {
      const segments = parsePointer(target.pointer);
      if (!isOutside(kind, segments)) {
        return findComponentName(kind, segments);
      }
    }
    const key = `${kind} ${target.file.path}#${target.pointer}`;
    const known = given.get(key);
    if (known !== undefined) {
      return known;
    }
    const name = chooseName(target, (candidate) => {
      const holder = ensureGroup(kind).get(candidate);
      return holder === undefined || isSame(holder, target, document);
    });
    given.set(key, name);
    if (!ensureGroup(kind).has(name)) {
      ensureGroup(kind).set(name, target);
    }
    return name;
  };
  return { nameComponent, all: ensureGroup };
}

/**
 * A section of `components`. The whole section may be a reference to another file. Its problems are reported where it
 * is built.
 */
function findSection(raw: Raw, name: string, document: SourceDocument): Raw | undefined {
  let current = findMember(raw, name);
  for (let steps = 0; steps < maximumSteps && current !== undefined; steps += 1) {
    const next = findReferenceTarget(current, document);
    if (next === undefined) {
      break;
    }
    current = next;
  }
  return current;
}

/** The target of a reference; undefined for a broken reference and for anything else. */
function findReferenceTarget(raw: Raw, document: SourceDocument): Raw | undefined {
  const reference = isObject(raw.value) ? raw.value.$ref : undefined;
  const next = typeof reference === "string" ? document.resolve(reference, raw) : undefined;
  return next === undefined || "code" in next ? undefined : next;
}

function findComponentName(kind: string, segments: readonly string[]): string | undefined {
  const [root, folder, name] = segments;
  return root === "components" && folder === kind && segments.length <= 3 ? name : undefined;
}

/**
 * Returns whether a schema of the root document is in a place where OpenAPI has no schemas, such as `#/$defs/Pet`,
 * `#/definitions/Pet` or below an extension. No other code would make a type for it.
 */
function isOutside(kind: string, [root = "", section = ""]: readonly string[]): boolean {
  return (
    kind === "schemas" &&
    !(root === "components" ? sections : roots).has(root === "components" ? section : root)
  );
}

const roots: ReadonlySet<string> = new Set(["paths", "webhooks"]);
const sections: ReadonlySet<string> = new Set([...componentKinds, "pathItems", "callbacks"]);

function chooseName({ file, pointer }: Raw, isFree: (name: string) => boolean): string {
  const segment = pointer.slice(pointer.lastIndexOf("/") + 1);
  const wanted = segment === "" ? basename(file.path).replace(/\.[^.]+$/, "") : segment;
  return findFirstFree(wanted, (name) => !isFree(name), { separator: "-", isLimited: true });
}

/** Returns whether a component is the target, refers to it, or means the same. */
function isSame(holder: Raw, target: Raw, document: SourceDocument): boolean {
  let current: Raw = holder;
  for (let steps = 0; steps < maximumSteps; steps += 1) {
    if (current.file === target.file && current.pointer === target.pointer) {
      return true;
    }
    const next = findReferenceTarget(current, document);
    if (next === undefined) {
      break;
    }
    current = next;
  }
  return meanTheSame(holder, target, document);
}

/** Real chains of references are short. The limit stops at circles. */
const maximumSteps = 32;
