import { isArrayOrObject } from "../../json-object.ts";
import { escapeSegment, parsePointer } from "../../text/pointer.ts";
import type { SourceFile } from "../read/files/source-file.ts";

/** A place in a file that was read. */
export interface Origin {
  readonly file: SourceFile;
  /** JSON Pointer in that file. */
  readonly pointer: string;
}

/** The file that a converted value was made from. */
export interface Source {
  readonly file: SourceFile;
  readonly translate: (segments: readonly string[]) => readonly string[];
}

/**
 * Remembers where the parts of a document come from while steps change it, so that diagnostics point into the files that
 * people edit. A step never changes an object: it makes a new one, and says from which object with `copy`. Objects that
 * a step keeps need no word, because they are the objects of their file.
 *
 * Nothing is searched until a place is asked for, so a document without problems takes no extra time.
 */
export class Origins {
  /** For each object that a step made, the one that it stands for. */
  readonly #originals = new WeakMap<object, object>();
  /** The places of objects that no file has, such as those of a bundle. */
  readonly #places = new WeakMap<object, Origin>();
  /** Members whose value comes from another place than the object around them. */
  readonly #members = new WeakMap<object, Map<string, Origin>>();
  readonly #files: SourceFile[] = [];
  readonly #sources = new Map<SourceFile, Source>();
  readonly #indexed = new Map<SourceFile, ReadonlyMap<object, string>>();

  /**
   * Adds a file whose objects may become parts of the document.
   *
   * @param source For a value that was made from a file: the file, and the place in it that a place in the value has.
   */
  addFile(file: SourceFile, source?: Source): void {
    this.#files.push(file);
    if (source !== undefined) {
      this.#sources.set(file, source);
    }
  }

  /** Says that an object stands for another one. Returns the object. */
  copy<Made extends object>(made: Made, original: object): Made {
    if (made !== original) {
      this.#originals.set(made, original);
    }
    return made;
  }

  /** Says where an object comes from, unless that is known. */
  place(made: object, origin: Origin): void {
    if (!this.#places.has(made)) {
      this.#places.set(made, origin);
    }
  }

  /** Says where a member of an object comes from, when it is not from the place of the object. */
  placeMember(made: object, key: string, origin: Origin): void {
    const members = this.#members.get(made) ?? new Map<string, Origin>();
    this.#members.set(made, members.set(key, origin));
  }

  /** The place of an object. Undefined when nothing is known about it. */
  findObject(part: object, guess?: Origin): Origin | undefined {
    let original = part;
    for (let next: object | undefined = part; next !== undefined; ) {
      const known = this.#places.get(next);
      if (known !== undefined) {
        return known;
      }
      original = next;
      next = this.#originals.get(next);
    }
    // Most parts are still where they were, and an index of a large file takes long.
    if (guess !== undefined && readAt(guess.file.value, parsePointer(guess.pointer)) === original) {
      return guess;
    }
    for (const file of this.#files.toReversed()) {
      const pointer = this.#index(file).get(original);
      if (pointer !== undefined) {
        return { file, pointer };
      }
    }
    return undefined;
  }

  /**
   * The place from which a part of the shaped document comes. The nearest object around it whose place is known, when
   * its own is not.
   *
   * @param root the value of the shaped document
   * @param file the root file as it was read
   */
  find(root: unknown, pointer: string, file: SourceFile): Origin {
    const segments = parsePointer(pointer);
    const parts = [root];
    for (const segment of segments) {
      const part = parts.at(-1);
      if (!isArrayOrObject(part) || !Object.hasOwn(part, segment)) {
        break;
      }
      parts.push(part[segment]);
    }
    for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
      const part = parts[depth];
      const guess = { file, pointer: joinPointer("", segments.slice(0, depth)) };
      const origin = isArrayOrObject(part)
        ? this.#findPart(part, segments[depth], guess)
        : undefined;
      if (origin !== undefined) {
        const rest = segments.slice(origin.isMember ? depth + 1 : depth);
        return this.#translate(extend(origin, rest));
      }
    }
    return { file, pointer: "" };
  }

  #translate(origin: Origin): Origin {
    const source = this.#sources.get(origin.file);
    return source === undefined
      ? origin
      : extend({ file: source.file, pointer: "" }, source.translate(parsePointer(origin.pointer)));
  }

  #findPart(
    part: object,
    key: string | undefined,
    guess: Origin,
  ): (Origin & { readonly isMember: boolean }) | undefined {
    const member = key === undefined ? undefined : this.#findMember(part, key);
    if (member !== undefined) {
      return { ...member, isMember: true };
    }
    const origin = this.findObject(part, guess);
    return origin && { ...origin, isMember: false };
  }

  #findMember(part: object, key: string): Origin | undefined {
    for (
      let next: object | undefined = part;
      next !== undefined;
      next = this.#originals.get(next)
    ) {
      const member = this.#members.get(next)?.get(key);
      if (member !== undefined) {
        return member;
      }
    }
    return undefined;
  }

  #index(file: SourceFile): ReadonlyMap<object, string> {
    const known = this.#indexed.get(file);
    if (known !== undefined) {
      return known;
    }
    const index = new Map<object, string>();
    const open: (readonly [unknown, string])[] = [[file.value, ""]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [value, pointer] = next;
      if (isArrayOrObject(value) && !index.has(value)) {
        index.set(value, pointer);
        for (const key of Object.keys(value)) {
          open.push([value[key], `${pointer}/${escapeSegment(key)}`]);
        }
      }
    }
    this.#indexed.set(file, index);
    return index;
  }
}

/** The place of a part below a place, as far as the file has it. */
function extend({ file, pointer }: Origin, rest: readonly string[]): Origin {
  const start = parsePointer(pointer);
  let length = rest.length;
  while (length > 0 && readAt(file.value, [...start, ...rest.slice(0, length)]) === undefined) {
    length -= 1;
  }
  return { file, pointer: joinPointer(pointer, rest.slice(0, length)) };
}

/** The part of a value that keys and indexes lead to. Undefined when there is none. */
export function readAt(value: unknown, segments: readonly string[]): unknown {
  return segments.reduce(
    (part, segment) =>
      isArrayOrObject(part) && Object.hasOwn(part, segment) ? part[segment] : undefined,
    value,
  );
}

function joinPointer(start: string, segments: readonly string[]): string {
  return start + segments.map((segment) => `/${escapeSegment(segment)}`).join("");
}
