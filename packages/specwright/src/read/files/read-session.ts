import { fileVersion } from "../../file-version.ts";
import { isSame } from "../../kept.ts";
import { type EditedMembers, findEditedMembers } from "../json/edited-members.ts";
import type { JsonPart } from "../json/json-parts.ts";
import { maximumDepth } from "../text/limits.ts";
import { mayBeDeep } from "../yaml/full/flow-depth.ts";
import { hasIdentifiers } from "./has-identifiers.ts";
import { parseText } from "./parse-text.ts";
import { shareStructure } from "./share-structure.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * The parts that are kept between reads of a document that is edited. Files with the same bytes are not parsed again; in
 * JSON files that changed, the parts that did not change stay the same objects.
 */
export interface ReadSession {
  /** The files as they were read last, by path, also when the document was wrong. */
  readonly latest: Map<string, ReadFile>;
  /** The files of the last document that was right: what is edited to and fro is compared with these. */
  good: ReadonlyMap<string, SourceFile>;
  /**
   * The versions of the files that the last run looked for, when it began to read them, by path: see `fileVersion`. Files
   * that are missing, or do not parse, are among them.
   */
  readonly versions: Map<string, string | undefined>;
  /** Memory that files are read into, by path: large buffers that come and go make the garbage collector work. */
  readonly spare: Map<string, ArrayBufferLike>;
}

/** A file with the facts that show whether it has changed. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly file: SourceFile;
  /** The places of the parts of a JSON file; undefined for others. */
  readonly parts: JsonPart | undefined;
}

/** Starts with nothing kept. */
export function createReadSession(): ReadSession {
  return { latest: new Map(), good: new Map(), versions: new Map(), spare: new Map() };
}

/**
 * The value of a JSON file after an edit, of which only the members that it touched are parsed; undefined when the whole
 * file has to be.
 */
export function readEdited(
  bytes: Uint8Array,
  latest: ReadFile,
  good: SourceFile | undefined,
): Pick<SourceFile, "value" | "mayIdentify"> | undefined {
  const edited = latest.parts && findEditedMembers(latest.bytes, bytes, latest.parts);
  const parsed = edited && parseMembers(edited);
  // The kept parts move last, when nothing can be wrong any more.
  const names = parsed && edited.accept();
  if (edited === undefined || parsed === undefined || names === undefined) {
    return undefined;
  }
  const { file } = latest;
  return {
    value: replaceMembers(file.value, (good ?? file).value, edited.keys, (own, old) => {
      const isEdited = (index: number): boolean =>
        index >= edited.before && index < names.length - edited.after;
      return names.map((name, index) => [
        name,
        isEdited(index) ? shareStructure(getObjectMember(old, name), parsed[name]) : own[name],
      ]);
    }),
    mayIdentify: file.mayIdentify || hasIdentifiers(edited.text),
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Undefined when something is wrong or deep, which is reported for the whole file. */
function parseMembers({ text, keys }: EditedMembers): JsonObject | undefined {
  const parsed = parseText(text, "members.json");
  const isUsable =
    "value" in parsed && parsed.isTree === true && !mayBeDeep(text, maximumDepth - keys.length);
  // The text begins with a brace.
  return isUsable ? (parsed.value as JsonObject) : undefined;
}

/**
 * A value with other members at a place. Objects on the way there are made anew, because earlier runs know them, and are
 * those of the good value where they say the same.
 */
function replaceMembers(
  value: unknown,
  good: unknown,
  keys: readonly string[],
  change: (own: JsonObject, good: unknown) => readonly (readonly [string, unknown])[],
): unknown {
  // The parts of a file were found in objects.
  const own = value as JsonObject;
  const [key, ...rest] = keys;
  const next: unknown =
    key === undefined
      ? Object.fromEntries(change(own, good))
      : { ...own, [key]: replaceMembers(own[key], getObjectMember(good, key), rest, change) };
  return isSameObject(good, next) ? good : next;
}

function getObjectMember(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;
}

/** Returns whether two objects have the same values in the same order. */
function isSameObject(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) {
    return false;
  }
  return (
    isSame(Object.keys(left), Object.keys(right)) &&
    isSame(Object.values(left), Object.values(right))
  );
}

/** Returns whether the files that the last run looked for are unchanged. */
export function isAsRead({ versions }: ReadSession): boolean {
  return [...versions].every(([path, version]) => version === fileVersion(path));
}

/** Remembers the files that were read last as those of a document that was right; all others are forgotten. */
export function keepFiles(session: ReadSession, paths: Iterable<string>): void {
  const used = new Set(paths);
  for (const path of [...session.latest.keys()].filter((each) => !used.has(each))) {
    session.latest.delete(path);
    session.spare.delete(path);
  }
  session.good = new Map([...session.latest].map(([path, { file }]) => [path, file]));
}
