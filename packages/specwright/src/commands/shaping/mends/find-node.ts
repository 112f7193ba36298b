import { type Document, isMap, isSeq, parseDocument } from "yaml";
import { findStringEnd, findValueEnd, scanJson } from "../../../document/read/json/json-scanner.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { findPair, type WrittenMap } from "./written-map.ts";

/** An object or list as it is written. */
export interface WrittenNode {
  readonly node: unknown;
  /** The text in which the ranges of the node count. */
  readonly text: string;
  /** Where that text begins in the file. */
  readonly start: number;
}

/** The `yaml` package takes a second and 50 MB for a megabyte. */
const maximumParsed = 3_000_000;

/**
 * Makes a function that finds nodes in a file of YAML or JSON. In a large file of JSON, each is parsed by itself. Undefined for a
 * large file of YAML.
 *
 * @param pointers all that will be asked for
 */
export function createNodeFinder(
  text: string,
  pointers: readonly string[],
): ((pointer: string) => WrittenNode | undefined) | undefined {
  if (text.length <= maximumParsed) {
    const document = parseText(text);
    return (pointer) => ({ node: findNode(document, pointer), text, start: 0 });
  }
  if (!/^\s*\{/.test(text)) {
    return undefined;
  }
  const { offsets } = scanJson(text, pointers);
  return (pointer) => {
    const offset = offsets.get(pointer);
    if (offset === undefined) {
      return undefined;
    }
    // The offset of a member is that of its name.
    const isNamed = text[offset] === '"';
    const start = isNamed ? text.indexOf(":", findStringEnd(text, offset)) + 1 : offset;
    const own = text.slice(start, findValueEnd(text, start + text.slice(start).search(/\S/)));
    return { node: parseText(own).contents, text: own, start };
  };
}

/** Looking for duplicate keys would take quadratic time, and the reader has looked for them. */
function parseText(text: string): Document {
  return parseDocument(text, { uniqueKeys: false });
}

function findNode(document: Document, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (node, key) =>
      isMap(node)
        ? findPair(node as WrittenMap, key)?.value
        : isSeq(node)
          ? node.items[Number(key)]
          : undefined,
    document.contents,
  );
}
