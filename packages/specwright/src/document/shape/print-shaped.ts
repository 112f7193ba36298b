import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, isSeq, type Node, Pair, parseDocument, visit } from "yaml";
import { isObject } from "../../json-object.ts";
import { printYaml } from "../../text/print-yaml.ts";
import type { SourceFile } from "../read/files/source-file.ts";
import { readKeyText } from "../read/yaml/full/key-text.ts";
import { parseYaml } from "../read/yaml/parse-yaml.ts";

/**
 * The text of a shaped document. In YAML, comments and layout of the file that was read are kept where its parts are.
 *
 * @param written the root file as it was read
 * @param format `json` or `yaml`
 */
export function printShaped(written: SourceFile, value: unknown, format: "json" | "yaml"): string {
  if (format === "json") {
    return `${JSON.stringify(value, undefined, 2)}\n`;
  }
  return printWithComments(written, value) ?? printYaml(value);
}

/** The `yaml` package takes almost half a second for a megabyte. */
const maximumCommented = 3_000_000;

/** Undefined when the comments cannot be kept: in JSON, with aliases, and in very large files. */
function printWithComments(
  { text, isTree, value }: SourceFile,
  shaped: unknown,
): string | undefined {
  if (text === undefined || text.length > maximumCommented || isTree !== true) {
    return undefined;
  }
  if (value === shaped) {
    return text;
  }
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) {
    return undefined;
  }
  patch(document.contents, value, shaped, document);
  visit(document, { Pair: (_, { key }) => keepText(key) });
  // Texts in quotes keep their line breaks as `\n`.
  const doubleQuotedMinMultiLineLength = Number.POSITIVE_INFINITY;
  const printed = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength });
  // YAML has more spellings than `patch` knows of, so what was printed is read again.
  const read = parseYaml(printed);
  return "value" in read && isDeepStrictEqual(read.value, shaped) ? printed : undefined;
}

/** The printer writes the key `010` as the number 10, so keys that are another text than their value become texts. */
function keepText(key: unknown): void {
  if (isScalar(key) && String(key.value) !== readKeyText(key)) {
    key.value = readKeyText(key);
  }
}

/** Gives a node the new value, and keeps the nodes of the parts that are the same. Returns false when it has to be replaced. */
function patch(node: unknown, before: unknown, after: unknown, document: Document): boolean {
  if (before === after) {
    return true;
  }
  if (isMap(node) && isObject(before) && isObject(after)) {
    const pairs = new Map(node.items.map((pair) => [readKey(pair.key), pair]));
    node.items = Object.keys(after).map((key) => {
      const pair = pairs.get(key) ?? new Pair(document.createNode(key), undefined);
      if (!pairs.has(key) || !patch(pair.value, before[key], after[key], document)) {
        pair.value = document.createNode(after[key]);
      }
      return pair;
    });
    return true;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    const nodes: readonly unknown[] = node.items;
    const isSameLength = before.length === after.length;
    node.items = after.map((element: unknown, index) => {
      const found = before.indexOf(element);
      const old = isSameLength ? index : found;
      return old >= 0 && patch(nodes[old], before[old], element, document)
        ? nodes[old]
        : (document.createNode(element) as Node);
    });
    return true;
  }
  return false;
}

function readKey(key: unknown): string {
  return isScalar(key) ? readKeyText(key) : String(key);
}
