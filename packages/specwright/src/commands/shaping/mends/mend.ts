import { Origins } from "../../../document/shape/origins.ts";
import { isArrayOrObject, type JsonObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";

/** A change of one object or list of a document that mends a mistake. */
export interface Mend {
  /** The mistake: the code of a diagnostic or, where only linters report it, a name like those. */
  readonly kind: string;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** JSON Pointer of the object or list that changes. */
  readonly pointer: string;
  /** The new values of its members, by what it is when this mend is made. Undefined for a member that is removed. */
  readonly change: (part: JsonObject) => Members;
}

/** Values of members. Undefined for one that is not there. */
export type Members = Readonly<Record<string, unknown>>;

/** A mend that was made. */
export interface MadeMend extends Omit<Mend, "change"> {
  /** The members that changed, as they were. */
  readonly before: Members;
  readonly after: Members;
}

/**
 * A document after its mends, and the mends. Objects that no mend changes stay the same. The deepest mends are made
 * first, so that one that moves an object takes it as it is mended.
 *
 * @param origins get the objects for which those of the result stand
 */
export function applyMends(
  root: JsonObject,
  mends: readonly Mend[],
  origins: Origins = new Origins(),
): { readonly root: JsonObject; readonly made: readonly MadeMend[] } {
  const holder: Record<string, unknown> = { root };
  const own = new Set<unknown>([holder]);
  const made: MadeMend[] = Array.from(mends, ({ change: _, ...mend }) => ({
    ...mend,
    ...{ before: {}, after: {} },
  }));
  const deepestFirst = mends
    .map((mend, index) => ({ mend, index, path: parsePointer(mend.pointer) }))
    .toSorted((left, right) => right.path.length - left.path.length);
  for (const { mend, index, path } of deepestFirst) {
    let part = holder;
    for (const key of ["root", ...path]) {
      part = ownMember(part, key, own, origins);
    }
    const after = mend.change(part);
    const before = Object.fromEntries(
      Object.keys(after).map((key) => [key, Object.hasOwn(part, key) ? part[key] : undefined]),
    );
    for (const [key, value] of Object.entries(after)) {
      if (value === undefined) {
        delete part[key];
      } else {
        part[key] = value; // Mends set no member called `__proto__`.
      }
    }
    const { change: _, ...rest } = mend;
    made[index] = { ...rest, before, after };
  }
  return { root: holder.root as JsonObject, made }; // Its members have changed, not its kind.
}

/** The object or list that is a member, as a copy that may be changed. */
function ownMember(
  parent: Record<string, unknown>,
  key: string,
  own: Set<unknown>,
  origins: Origins,
): Record<string, unknown> {
  const member = parent[key];
  if (!isArrayOrObject(member)) {
    throw new TypeError(`The member ${key} is neither an object nor a list.`);
  }
  if (own.has(member)) {
    return member as Record<string, unknown>; // It was made below.
  }
  const copy = Array.isArray(member) ? [...member] : { ...member };
  own.add(origins.copy(copy, member));
  const made = copy as Record<string, unknown>; // A list has its indexes as keys.
  Object.defineProperty(parent, key, {
    value: made,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return made;
}

/** The part of a document at a JSON Pointer. Undefined when there is none. */
export function readPart(root: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (part, key) => (isArrayOrObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    root,
  );
}
