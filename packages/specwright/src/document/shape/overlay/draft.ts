import { isArrayOrObject } from "../../../json-object.ts";
import type { Origin, Origins } from "../origins.ts";

/** An object or array that a draft may change. */
export type Owned = Record<string | number, unknown>;

/**
 * A value that is being changed. The objects of the original stay as they are: each is copied before its first change.
 */
export class Draft {
  readonly #origins: Origins;
  #owned = new WeakSet<object>();
  /** Holds the value, so that the value itself is a member like all others. */
  readonly #holder: Owned;

  constructor(value: unknown, origins: Origins) {
    this.#origins = origins;
    this.#holder = { root: value };
    this.#owned.add(this.#holder);
  }

  get value(): unknown {
    return this.#holder.root;
  }

  /** The object around the node at a place, which may now be changed, and the key of the node in it. */
  open(location: readonly (string | number)[]): {
    readonly parent: Owned;
    readonly key: string | number;
  } {
    let parent = this.#holder;
    let key: string | number = "root";
    for (const next of location) {
      parent = this.own(parent, key);
      key = next;
    }
    return { parent, key };
  }

  /** The object that is a member of an object, as one that may be changed. */
  own(parent: Owned, key: string | number): Owned {
    const member = parent[key];
    if (!isArrayOrObject(member)) {
      throw new TypeError(`The member ${key} is neither an object nor an array.`);
    }
    if (this.#owned.has(member)) {
      return member as Owned; // It was made below.
    }
    const made = (Array.isArray(member) ? [...member] : { ...member }) as Owned; // Its keys are those of the member.
    this.#owned.add(this.#origins.copy(made, member));
    parent[key] = made;
    return made;
  }

  /** Sets a member that comes from a place of an overlay. Objects are found there without a note. */
  set(parent: Owned, key: string | number, value: unknown, origin: Origin): void {
    Object.defineProperty(parent, key, {
      ...{ value, writable: true, enumerable: true, configurable: true },
    });
    if (!isArrayOrObject(value)) {
      this.#origins.placeMember(parent, String(key), origin);
    }
  }

  /** From here on, all objects are copied again before they change, because one may now be at several places. */
  share(): void {
    this.#owned = new WeakSet([this.#holder]);
  }
}
