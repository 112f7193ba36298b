import { createSlices } from "../../../base/sharing/take-turns.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { stemWord } from "./stem-word.ts";
import { collectWords, type WordIndex } from "./word-index.ts";
import { findMeanings, splitIntoForms, splitIntoTrigrams, splitIntoWords } from "./words.ts";

/** The tools of one group. Several indexes are searched together. */
export interface ToolIndex {
  readonly tools: readonly ToolOutline[];
  readonly words: WordIndex;
  /** For each tool, the words of its name with their endings. */
  readonly names: readonly (readonly string[])[];
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
  const names: (readonly string[])[] = [];
  const phrases: (readonly Int32Array[])[] = [];
  for (const [number, tool] of tools.entries()) {
    const name = splitIntoForms(tool.record.name);
    collector.add(number, weighWords(tool));
    verbs.add(stemWord(name[0] ?? ""));
    names.push(name);
    phrases.push(
      tool.searchPhrases.slice(0, mostPhrases).map((phrase) => toTrigrams(splitIntoWords(phrase))),
    );
    if (slices.isOver()) {
      await slices.next();
    }
  }
  return { tools, verbs, names, phrases, words: await collector.finish(tools.length, slices) };
}

function toTrigrams(words: readonly string[]): Int32Array {
  return Int32Array.from(splitIntoTrigrams(words.join(" ")));
}

/** The trigrams of the phrases for a tool, its names among them. A query is compared with each of them as a whole. */
export function listPhrases(
  { tools, names, phrases }: ToolIndex,
  number: number,
): readonly Int32Array[] {
  const name = (names[number] ?? []).map(stemWord);
  const toolkit = splitIntoWords(tools[number]?.record.toolkit.name ?? "");
  return [toTrigrams(name), toTrigrams([...toolkit, ...name]), ...(phrases[number] ?? [])];
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
  derived,
}: ToolOutline): readonly (readonly [string, number])[] {
  return [
    [record.name, 3.5],
    [slug.replaceAll("_", " "), 1.5],
    [`${record.toolkit.name} ${record.toolkit.slug}`, 1],
    [searchPhrases.join(" "), 4],
    [record.description, 1],
    [record.tags.filter((tag) => !tag.endsWith("Hint")).join(" "), 1.3],
    [derived?.things ?? "", 1.5],
    [derived?.details ?? "", 0.5],
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
