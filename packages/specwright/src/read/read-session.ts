import { hasIdentifiers } from "./has-identifiers.ts";
import { findEditedPart, type JsonParts } from "./json-parts.ts";
import { maximumDepth } from "./limits.ts";
import { mayBeDeep, parseText } from "./parse-text.ts";
import { shareStructure } from "./share-structure.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * What is kept between reading a document again and again while it is edited. Files whose bytes are the same are not
 * parsed again; of JSON files that changed, the parts that did not change stay the same objects.
 */
export interface ReadSession {
  /** The files as they were read last, by path, also when the document was wrong. */
  readonly latest: Map<string, ReadFile>;
  /** The files of the last document that was right: what is edited to and fro is compared with these. */
  good: ReadonlyMap<string, ReadFile>;
}

/** A file with what tells whether it has changed. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly file: SourceFile;
  /** Where the parts of a JSON file are; undefined for others. */
  readonly parts: JsonParts | undefined;
}

/** Starts with nothing kept. */
export function createReadSession(): ReadSession {
  return { latest: new Map(), good: new Map() };
}

/**
 * The value of a JSON file after an edit within one of its parts, of which only that part is parsed; undefined when the
 * whole file has to be.
 */
export function readEdited(
  bytes: Uint8Array,
  latest: ReadFile,
  good: ReadFile | undefined,
): Pick<SourceFile, "value" | "mayIdentify"> | undefined {
  const edited =
    latest.parts === undefined ? undefined : findEditedPart(latest.bytes, bytes, latest.parts);
  if (edited === undefined) {
    return undefined;
  }
  const { keys, text, accept } = edited;
  const parsed = parseText(text, "part.json");
  // What is wrong or deep is told of the whole file.
  if (
    !("value" in parsed) ||
    parsed.isTree !== true ||
    mayBeDeep(text, maximumDepth - keys.length)
  ) {
    return undefined;
  }
  accept();
  const old = valueAt((good ?? latest).file.value, keys);
  return {
    value: replaceAt(latest.file.value, keys, shareStructure(old, parsed.value)),
    mayIdentify: latest.file.mayIdentify || hasIdentifiers(text),
  };
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) {
      return undefined;
    }
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current;
}

/** Objects on the way to the place are copied, because earlier runs know them; their members keep their order. */
function replaceAt(value: unknown, keys: readonly string[], part: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) {
    return part;
  }
  // The parts of a file were found in objects.
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replaceAt(object[key], rest, part) };
}

/** Remembers the files that were read last as those of a document that was right; all others are forgotten. */
export function keepFiles(session: ReadSession, paths: Iterable<string>): void {
  const used = new Set(paths);
  for (const path of [...session.latest.keys()].filter((each) => !used.has(each))) {
    session.latest.delete(path);
  }
  session.good = new Map(session.latest);
}
