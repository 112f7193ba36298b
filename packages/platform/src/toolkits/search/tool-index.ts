import { createSlices } from "../../sharing/take-turns.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { collectWords, type WordIndex } from "./word-index.ts";
import { findMeanings, splitIntoTrigrams, splitIntoWords } from "./words.ts";

/** The tools of one shelf. Several indexes are searched together. */
export interface ToolIndex {
  readonly tools: readonly ToolOutline[];
  readonly words: WordIndex;
  /** For each tool, the trigrams of its search phrases. */
  readonly phrases: readonly (readonly Int32Array[])[];
  /** The stems with which names of its tools begin: verbs, as in `Create issue`. */
  readonly verbs: ReadonlySet<string>;
}

/** Search phrases of one tool that are compared as a whole. A document may have any number of them. */
const mostPhrases = 40;

/** The weight of a synonym, relative to the word itself. */
export const synonymWeight = 0.9;

/**
 * Creates an index of tools. Indexing 50,000 tools takes seconds, so it is done in slices between which other
 * requests get their turn.
 */
export async function indexTools(tools: readonly ToolOutline[]): Promise<ToolIndex> {
  const slices = createSlices();
  const collector = collectWords();
  const verbs = new Set<string>();
  const phrases: (readonly Int32Array[])[] = [];
  for (const [number, tool] of tools.entries()) {
    collector.add(number, weighWords(tool));
    verbs.add(findVerb(tool.record.name));
    phrases.push(tool.searchPhrases.slice(0, mostPhrases).map(toTrigrams));
    if (slices.isOver()) {
      await slices.next();
    }
  }
  return { tools, verbs, phrases, words: await collector.finish(tools.length, slices) };
}

/** The stem of the word with which a tool's name begins. */
export function findVerb(name: string): string {
  return splitIntoWords(name)[0] ?? "";
}

function toTrigrams(phrase: string): Int32Array {
  return Int32Array.from(splitIntoTrigrams(splitIntoWords(phrase).join(" ")));
}

/** The trigrams of the phrases for a tool, its names among them. A query is compared with each of them as a whole. */
export function listPhrases({ tools, phrases }: ToolIndex, number: number): readonly Int32Array[] {
  const record = tools[number]?.record;
  const names = record === undefined ? [] : [record.name, `${record.toolkit.name} ${record.name}`];
  return [...names.map(toTrigrams), ...(phrases[number] ?? [])];
}

/** Limits the weight of a word that several texts have (the k of BM25). */
const saturation = 2.3;

/** The factor for the words of a tool without search phrases. It competes with tools that have many. */
const withoutPhrases = 1.5;

/** Texts of a tool, with the weight of the words in each. */
function weighFields({
  slug,
  record,
  searchPhrases,
}: ToolOutline): readonly (readonly [string, number])[] {
  return [
    [record.name, 3.5],
    [slug.replaceAll("_", " "), 1.5],
    [`${record.toolkit.name} ${record.toolkit.slug}`, 1],
    [searchPhrases.join(" "), 4],
    [record.description, 1],
    [record.tags.filter((tag) => !tag.endsWith("Hint")).join(" "), 1.3],
  ];
}

/** The weight of each word of a tool. Synonyms have a smaller weight. */
function weighWords(tool: ToolOutline): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  for (const [text, weight] of weighFields(tool)) {
    for (const word of new Set(splitIntoWords(text))) {
      add(word, weight);
      for (const meaning of findMeanings(word)) {
        add(meaning, weight * synonymWeight);
      }
    }
  }
  const factor = tool.searchPhrases.length === 0 ? withoutPhrases : 1;
  for (const [word, weight] of weights) {
    weights.set(word, (factor * weight) / (weight + saturation));
  }
  return weights;
}
