import { getOwnMember, type JsonObject } from "../../../json-object.ts";
import { isSame } from "../../../text/same-items.ts";
import { type EditedMembers, findEditedMembers } from "../json/edited-members.ts";
import { maximumDepth } from "../text/limits.ts";
import { mayBeDeep } from "../yaml/full/flow-depth.ts";
import { computeFileVersion } from "./file-version.ts";
import { hasIdentifiers } from "./has-identifiers.ts";
import { parseFileText } from "./parse-text.ts";
import { shareStructure } from "./share-structure.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * The parts that are kept between reads of a document while it is edited. A file with the same bytes is not parsed
 * again. In a JSON file that changed, the unchanged parts stay the same objects.
 */
export interface ReadSession {
  /** The last read of each file, by path, even when the document was wrong. */
  readonly latest: Map<string, ReadFile>;
  /** The files of the last document without errors. An edit that is undone is recognized by comparing with these. */
  good: ReadonlyMap<string, SourceFile>;
  /**
   * The versions of the files that the last run looked for, by path, taken before it read them: see `computeFileVersion`.
   * Missing files and files that cannot be parsed are included.
   */
  readonly versions: Map<string, string | undefined>;
  /** The memory into which files are read, by path. Reusing it saves the garbage collector work with large buffers. */
  readonly spare: Map<string, ArrayBufferLike>;
}

/** A file with the data that shows whether it has changed. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly file: SourceFile;
  readonly isJson: boolean;
}

/** Creates an empty memory. */
export function createReadSession(): ReadSession {
  return { latest: new Map(), good: new Map(), versions: new Map(), spare: new Map() };
}

/**
 * The value of a JSON file after an edit. Only the members that the edit touched are parsed. Undefined when the whole
 * file has to be parsed.
 */
export function readEdited(
  bytes: Uint8Array,
  latest: ReadFile,
  good: SourceFile | undefined,
): Pick<SourceFile, "value" | "mayIdentify"> | undefined {
  const edited = latest.isJson ? findEditedMembers(latest.bytes, bytes) : undefined;
  const parsed = edited && parseMembers(edited);
  if (edited === undefined || parsed === undefined) {
    return undefined;
  }
  const { file } = latest;
  const value = replaceMembers(file.value, (good ?? file).value, edited.keys, (own, old) =>
    listMembers(own, old, edited, parsed),
  );
  return value && { value, mayIdentify: file.mayIdentify || hasIdentifiers(edited.text) };
}

/** The members of an edited object. Undefined when a name occurs twice. */
function listMembers(
  own: JsonObject,
  old: unknown,
  { before, replaced, dummies }: EditedMembers,
  parsed: JsonObject,
): readonly Member[] | undefined {
  const isReplaced = new Set(replaced);
  const added = Object.keys(parsed).filter((name) => !dummies.includes(name));
  if (added.some((name) => Object.hasOwn(own, name) && !isReplaced.has(name))) {
    return undefined;
  }
  const isPlaced = new Set([...before, ...replaced]);
  const after = Object.keys(own).filter((name) => !isPlaced.has(name));
  const take = (name: string): Member => [name, own[name]];
  return [
    ...before.map(take),
    ...added.map((name): Member => [name, shareStructure(getOwnMember(old, name), parsed[name])]),
    ...after.map(take),
  ];
}

type Member = readonly [name: string, value: unknown];

/** Undefined when the text is wrong or nested deeply. Parsing the whole file then reports the problem. */
function parseMembers({ text, keys }: EditedMembers): JsonObject | undefined {
  const parsed = parseFileText(text, "members.json");
  const isUsable =
    "value" in parsed && parsed.isTree === true && !mayBeDeep(text, maximumDepth - keys.length);
  // The text begins with a brace.
  return isUsable ? (parsed.value as JsonObject) : undefined;
}

/**
 * Replaces the members of the object at a place. Undefined when `change` returns undefined. The objects that contain it are copied, because earlier runs hold
 * them. A copy that equals the object of the good value is replaced by that object.
 */
function replaceMembers(
  value: unknown,
  good: unknown,
  keys: readonly string[],
  change: (own: JsonObject, good: unknown) => readonly Member[] | undefined,
): object | undefined {
  // Edited members are only found inside objects.
  const own = value as JsonObject;
  const [key, ...rest] = keys;
  const inner =
    key === undefined ? undefined : replaceMembers(own[key], getOwnMember(good, key), rest, change);
  const entries =
    key === undefined
      ? change(own, good)
      : inner &&
        Object.entries(own).map(([name, each]): Member => [name, name === key ? inner : each]);
  const next = entries && Object.fromEntries(entries);
  return next !== undefined && isSameObject(good, next) ? (good as object) : next;
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
  return [...versions].every(([path, version]) => version === computeFileVersion(path));
}

/** Keeps the files of a document without errors as the good ones. Files that it does not use are forgotten. */
export function keepFiles(session: ReadSession, paths: Iterable<string>): void {
  const used = new Set(paths);
  for (const path of [...session.latest.keys()].filter((each) => !used.has(each))) {
    session.latest.delete(path);
    session.spare.delete(path);
  }
  session.good = new Map([...session.latest].map(([path, { file }]) => [path, file]));
}
