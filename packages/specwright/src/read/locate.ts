import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Pair, YAMLMap } from "yaml";
import type { Diagnostic } from "../diagnostic.ts";
import { parsePointer } from "../text/pointer.ts";
import { scanJson } from "./json-scanner.ts";
import { parseMended } from "./mend-yaml.ts";

/**
 * Adds line and column to diagnostics that have a file and a pointer. Files are read and scanned again here, and only
 * here, so that documents without problems cost nothing. What cannot be found stays without a line.
 *
 * @param folder The working folder that the files' names are relative to.
 * @param given What files say that are not read from the disk, by absolute path.
 */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  folder: string,
  given?: ReadonlyMap<string, Uint8Array>,
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
    positions.set(file, locate(path, [...wanted], given?.get(path)));
  }
  const located = <Place extends Pick<Diagnostic, "file" | "pointer" | "line">>(
    place: Place,
  ): Place => {
    const { file = "", pointer = "", line } = place;
    const position = line === undefined ? positions.get(file)?.get(pointer) : undefined;
    return position === undefined ? place : { ...place, ...position };
  };
  return diagnostics.map((diagnostic) => {
    const { related } = diagnostic;
    return located(
      related === undefined ? diagnostic : { ...diagnostic, related: located(related) },
    );
  });
}

/** A place in a text, both from 1; columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The positions of values in one file; nothing for those that are not there. */
function locate(
  path: string,
  pointers: readonly string[],
  given: Uint8Array | undefined,
): ReadonlyMap<string, Position> {
  let text: string;
  try {
    const bytes = given === undefined ? readFileSync(path) : Buffer.from(given);
    text = bytes.toString("utf8").replace(/^\ufeff/, "");
  } catch {
    // The file is gone: the diagnostic is still worth telling, without a line.
    return new Map();
  }
  const isJson = /^\s*[{[]/.test(text);
  const offsets = isJson ? scanJson(text, pointers).offsets : locateInYaml(text, pointers);
  const lineAt = createLines(text);
  return new Map([...offsets].map(([pointer, offset]) => [pointer, lineAt(offset)]));
}

/** The positions of offsets in a text, by a search in the offsets of all lines, which are found once. */
export function createLines(text: string): (offset: number) => Position {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) {
    starts.push(end + 1);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function locateInYaml(text: string, pointers: readonly string[]): ReadonlyMap<string, number> {
  const yaml = createRequire(import.meta.url)("yaml") as typeof import("yaml");
  const { document, originalOffset } = parseMended(text, (text) =>
    yaml.parseDocument(text, { logLevel: "silent", uniqueKeys: false }),
  );
  const offsets = new Map<string, number>();
  // Maps are indexed once: thousands of pointers may lead through the same large one.
  const indexes = new Map<object, ReadonlyMap<string, Pair>>();
  for (const pointer of pointers) {
    let node: unknown = document.contents;
    let offset = yaml.isNode(node) ? node.range?.[0] : undefined;
    for (const segment of parsePointer(pointer)) {
      node = yaml.isAlias(node) ? node.resolve(document) : node;
      const pair = yaml.isMap(node) ? pairsOf(node).get(segment) : undefined;
      const place = pair === undefined ? undefined : pair.key;
      node = pair === undefined && yaml.isSeq(node) ? node.items[Number(segment)] : pair?.value;
      const start = place ?? node;
      offset = yaml.isNode(start) ? start.range?.[0] : undefined;
    }
    if (offset !== undefined) {
      offsets.set(pointer, originalOffset(offset));
    }
  }
  return offsets;

  function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const known = indexes.get(map);
    if (known !== undefined) {
      return known;
    }
    const index = new Map<string, Pair>();
    for (const pair of map.items) {
      const name = yaml.isScalar(pair.key) ? String(pair.key.value) : undefined;
      if (name !== undefined && !index.has(name)) {
        index.set(name, pair);
      }
    }
    indexes.set(map, index);
    return index;
  }
}
