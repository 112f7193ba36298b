import type { Pair, Scalar, YAMLMap } from "yaml";
import { describeDuplicateKey } from "../../json/duplicate-keys.ts";
import { maximumDepth } from "../../text/limits.ts";
import type { TextProblem } from "../../text/text-problem.ts";
import { notePlace, type Places } from "../places.ts";
import { readAlias, readAnchored } from "./anchors.ts";
import { readKeyText } from "./key-text.ts";
import { isMergeKey, mergeMembers } from "./merge-members.ts";
import { getNodeOffset, type NodeReader, reportAtNode } from "./node-reader.ts";
import { setAnyMember } from "./set-member.ts";

/** The value of a document's nodes. */
export interface NodesValue {
  /** A value of JSON. With aliases, one object can be in several places. */
  readonly value: unknown;
  /** True when the document has no aliases. */
  readonly isTree: boolean;
  /** Mistakes other than syntax errors, such as duplicate keys and aliases that cannot be used. */
  readonly problems: readonly TextProblem[];
}

/**
 * Converts nodes of the `yaml` package to a value, including merge keys.
 *
 * @throws RangeError when values are nested more than `maximumDepth` levels deep.
 */
export function nodesToValue(
  root: unknown,
  yaml: typeof import("yaml"),
  places?: Places,
): NodesValue {
  const reader: NodeReader = {
    ...{ yaml, problems: [], places, anchors: new Map() },
    ...{ size: 0, added: 0, deepest: 0 },
  };
  if (places !== undefined) {
    places.root = getNodeOffset(root, reader) ?? 0;
  }
  const value = readNode(reader, root, 0);
  const problems = reader.problems.toSorted(
    (left, right) => (left.offset ?? 0) - (right.offset ?? 0),
  );
  return { value, isTree: reader.added === 0, problems };
}

function readNode(reader: NodeReader, node: unknown, depth: number): unknown {
  if (depth > maximumDepth) {
    throw new RangeError("Values are nested too deeply.");
  }
  reader.deepest = Math.max(reader.deepest, depth);
  const { yaml } = reader;
  if (yaml.isAlias(node)) {
    return readAlias(reader, node, depth);
  }
  const anchor = yaml.isCollection(node) || yaml.isScalar(node) ? node.anchor : undefined;
  return anchor === undefined
    ? readContent(reader, node, depth)
    : readAnchored(reader, anchor, depth, () => readContent(reader, node, depth));
}

function readContent(reader: NodeReader, node: unknown, depth: number): unknown {
  const { yaml } = reader;
  reader.size += 1;
  if (yaml.isMap(node)) {
    return readMap(reader, node, depth);
  }
  if (yaml.isSeq(node)) {
    const items: unknown[] = [];
    for (const item of node.items) {
      notePlace(reader.places, items, String(items.length), getNodeOffset(item, reader));
      items.push(readNode(reader, item, depth + 1));
    }
    return items;
  }
  return yaml.isScalar(node) ? readScalar(reader, node) : null;
}

function readMap(reader: NodeReader, node: YAMLMap, depth: number): object {
  const map: Record<string, unknown> = {};
  const own = new Set<string>();
  for (const pair of node.items) {
    if (isMergeKey(pair.key, reader.yaml)) {
      // Merged members have the depth of the map into which they are merged.
      const level = reader.yaml.isSeq(pair.value) ? depth - 1 : depth;
      mergeMembers(reader, map, readNode(reader, pair.value, level), pair.value);
      continue;
    }
    const offset = getNodeOffset(pair.key, reader);
    const name = readName(reader, pair, depth);
    if (own.has(name) && offset !== undefined) {
      reader.problems.push(describeDuplicateKey(name, offset));
    }
    own.add(name);
    setAnyMember(map, name, readNode(reader, pair.value, depth + 1));
    notePlace(reader.places, map, name, offset);
  }
  return map;
}

/** The name of a member: the text of its key. */
function readName(reader: NodeReader, { key }: Pair, depth: number): string {
  if (reader.yaml.isScalar(key)) {
    // With an anchor, its value can be repeated elsewhere.
    readNode(reader, key, depth);
    return readKeyText(key);
  }
  const value = readNode(reader, key, depth);
  if (typeof value === "object" && value !== null) {
    reportAtNode(
      reader,
      key,
      "This key is a list or a map, and a key has to be a string.",
      "Write a string as the key.",
    );
    return "";
  }
  return String(value);
}

function readScalar(reader: NodeReader, { value, source }: Scalar): unknown {
  if (typeof value === "string") {
    reader.size += value.length * sizeOfCharacter;
  }
  // With `%YAML 1.1` a scalar may be a date, which JSON does not have.
  return typeof value === "object" && value !== null ? (source ?? null) : value;
}

/** Repeating long texts makes the output long, so 20 characters count as one value. */
const sizeOfCharacter = 1 / 20;
