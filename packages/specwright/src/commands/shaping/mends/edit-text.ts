import { isMap, isSeq } from "yaml";
import { type Edit, editMap } from "./edit-map.ts";
import { createNodeFinder, type WrittenNode } from "./find-node.ts";
import type { MadeMend, Members } from "./mend.ts";
import { printFlow } from "./print-flow.ts";
import { readRange, type WrittenMap } from "./written-map.ts";

/**
 * The text of a file of YAML or JSON after its mends, in which all other characters stay. Undefined when a mend cannot be written
 * into the text, and for YAML of more than 3 MB. The caller checks that the result has the values that it should have.
 */
export function editText(text: string, mends: readonly MadeMend[]): string | undefined {
  const find = createNodeFinder(
    text,
    mends.map(({ pointer }) => pointer),
  );
  const edits = mends.map(({ pointer, before, after }) => {
    const found = find?.(pointer);
    const edits = found && editNode(found, before, after);
    const start = found?.start ?? 0;
    return edits?.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start }));
  });
  if (!edits.every((each) => each !== undefined)) {
    return undefined;
  }
  const sorted = edits
    .flat()
    .toSorted((left, right) => left.start - right.start || right.end - left.end);
  const all: Edit[] = [];
  for (const edit of sorted) {
    const end = all.at(-1)?.end ?? 0;
    // What a mend moves is written as it is mended.
    if (edit.start >= end || edit.end > end) {
      all.push(edit);
    }
  }
  if (all.some(({ start }, index) => start < (all[index - 1]?.end ?? 0))) {
    return undefined;
  }
  const ends = [0, ...all.map(({ end }) => end)];
  const kept = [...all.map(({ start }) => start), text.length].map((start, index) =>
    text.slice(ends[index], start),
  );
  return kept.map((part, index) => part + (all[index]?.text ?? "")).join("");
}

function editNode(
  { node, text }: WrittenNode,
  before: Members,
  after: Members,
): Edit[] | undefined {
  return isMap(node)
    ? editMap(text, node as WrittenMap, before, after)
    : isSeq(node)
      ? editList(text, node.items, after)
      : undefined;
}

function editList(text: string, items: readonly unknown[], after: Members): Edit[] | undefined {
  const edits = Object.entries(after).map(([index, value]) => {
    const range = readRange(items[Number(index)]);
    const isQuoted = text[range?.[0] ?? 0] === '"';
    return range && { start: range[0], end: range[1], text: printFlow(value, isQuoted) };
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}
