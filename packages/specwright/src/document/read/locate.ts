import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../../diagnostic.ts";
import { scanJson } from "./json/json-scanner.ts";
import { createLines, type Position } from "./text/lines.ts";
import { locateInYaml } from "./yaml/parse-yaml.ts";

/**
 * Adds line and column to diagnostics that have a file and a pointer. The files are read and scanned again for this,
 * and only when there are diagnostics, so documents without problems take no extra time. A diagnostic whose place is
 * not found keeps no line.
 *
 * @param folder The working folder. The names of the files are relative to it.
 * @param findText Returns the text of a file, by its absolute path, when it need not be read from the disk.
 */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  folder: string,
  findText: (path: string) => string | Uint8Array | undefined = () => undefined,
): readonly Diagnostic[] {
  const pointers = new Map<string, Set<string>>();
  const places = diagnostics.flatMap((diagnostic) => [diagnostic, diagnostic.related ?? {}]);
  for (const { file, pointer, line } of places) {
    if (file !== undefined && pointer !== undefined && line === undefined) {
      pointers.set(file, (pointers.get(file) ?? new Set()).add(pointer));
    }
  }
  const positions = new Map<string, ReadonlyMap<string, Position>>();
  for (const [file, wanted] of pointers) {
    const path = resolve(folder, file);
    positions.set(file, locate(path, [...wanted], findText(path)));
  }
  const locateInText = <Place extends Pick<Diagnostic, "file" | "pointer" | "line">>(
    place: Place,
  ): Place => {
    const { file = "", pointer = "", line } = place;
    const position = line === undefined ? positions.get(file)?.get(pointer) : undefined;
    return position === undefined ? place : { ...place, ...position };
  };
  return diagnostics.map((diagnostic) => {
    const { related } = diagnostic;
    return locateInText(
      related === undefined ? diagnostic : { ...diagnostic, related: locateInText(related) },
    );
  });
}

/** The positions of values in one file. Pointers that lead nowhere have no entry. */
function locate(
  path: string,
  pointers: readonly string[],
  known: string | Uint8Array | undefined,
): ReadonlyMap<string, Position> {
  let source: string | Buffer;
  try {
    source = typeof known === "string" ? known : removeMark(known ?? readFileSync(path));
  } catch {
    // The file is gone. The diagnostic is still useful without a line.
    return new Map();
  }
  if (typeof source !== "string" && isJson(source.toString("latin1", 0, 1000))) {
    return locateInBytes(source, pointers);
  }
  const text = source.toString();
  const offsets = isJson(text) ? scanJson(text, pointers).offsets : locateInYaml(text, pointers);
  const lineAt = createLines(text);
  return new Map([...offsets].map(([pointer, offset]) => [pointer, lineAt(offset)]));
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/**
 * Finds places in JSON without decoding it: that takes six times as long as making a string with a character for each
 * byte, and an edit of a large document with warnings waits for it. Such a string has the same marks of JSON. Only keys
 * and columns need real characters.
 */
function locateInBytes(bytes: Buffer, pointers: readonly string[]): ReadonlyMap<string, Position> {
  const text = bytes.toString("latin1");
  const lineAt = createLines(text);
  const { offsets } = scanJson(text, pointers, decodeBytes);
  // In order, so that a long line with many places is decoded once.
  const positions = new Map<string, Position>();
  let last = { line: 0, column: 1, offset: 0 };
  for (const [pointer, offset] of [...offsets].toSorted(([, left], [, right]) => left - right)) {
    const { line, column } = lineAt(offset);
    const start = line === last.line ? last : { line, column: 1, offset: offset - column + 1 };
    const between = decodeBytes(text.slice(start.offset, offset));
    last = { line, column: start.column + between.length, offset };
    positions.set(pointer, { line, column: last.column });
  }
  return positions;
}

/** @param text a character for each byte */
function decodeBytes(text: string): string {
  return Buffer.from(text, "latin1").toString("utf8");
}

/** The bytes without the mark of UTF-8 at their beginning. */
function removeMark(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasMark = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  return hasMark ? buffer.subarray(3) : buffer;
}
