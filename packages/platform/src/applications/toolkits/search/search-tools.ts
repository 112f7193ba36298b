import type { Slices } from "../../../base/sharing/take-turns.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { addWord, computeRarity, rankPlaces, type WordScores } from "./add-word.ts";
import { fitDerived, type LookedUpWords } from "./fit-derived.ts";
import { fitForms, fitIntent, fitToolkit } from "./fit-intent.ts";
import { readIntent } from "./intent.ts";
import type { Match } from "./match.ts";
import { findForms, type Query, readQuery } from "./read-query.ts";
import { listPhrases, type ToolIndex } from "./tool-index.ts";
import { computeSimilarity, splitIntoTrigrams } from "./words.ts";

/** The weight of a query that equals one of the tool's phrases, relative to single words. */
const phraseWeight = 4.5;

/** The factor for tools of preferred toolkits. */
const preferredFactor = 1.5;

/**
 * The number of tools, best first, that are compared with the whole query. The others stay in the order of their word
 * scores.
 */
const mostCompared = 300;

/** A search for tools. */
export interface SearchRequest {
  readonly text: string;
  /** True for toolkits whose tools come before others that are not much better. */
  readonly isPreferred?: ((toolkitSlug: string) => boolean) | undefined;
  /** The slices of the request. */
  readonly slices: Slices;
}

/** The tools that match a query. */
export interface FoundTools {
  /** The best first. */
  readonly tools: readonly ToolOutline[];
  /** How well the first of them match. */
  readonly matches: ReadonlyMap<ToolOutline, Match>;
}

/**
 * Finds the tools of several indexes that match a query, the best first. Words match by stem and meaning, weighted by
 * their rarity in all indexes together (BM25); misspelled words match with one typing mistake or by trigrams. Equal matches
 * keep the order of the indexes and of the tools in them. The work is done in slices.
 */
export async function searchTools(
  indexes: readonly ToolIndex[],
  request: SearchRequest,
): Promise<FoundTools> {
  const query = readQuery(request.text, indexes);
  // The place of a tool is its position in the list of all indexes together.
  const tools = indexes.flatMap((index) => index.tools);
  const scores: WordScores = {
    scores: new Float32Array(tools.length),
    shares: new Float32Array(tools.length),
  };
  const all = new Set<string>();
  const early = new Set<string>();
  let sum = 0;
  for (const word of query.words) {
    const forms = findForms(word, indexes);
    for (const form of forms.keys()) {
      all.add(form);
      if (query.earlyWords.has(word)) {
        early.add(form);
      }
    }
    sum += await addWord(indexes, { word, forms }, scores, request.slices);
  }
  const places = rankPlaces(scores.scores);
  const words = { all, early, readRarity: rememberRarity(indexes, tools.length) };
  const fit = createFit(query, { indexes, words, isPreferred: request.isPreferred });
  const best: { readonly place: number; readonly tool: ToolOutline; readonly score: number }[] = [];
  for (const place of places.subarray(0, mostCompared)) {
    const tool = tools[place];
    if (tool !== undefined) {
      best.push({ place, tool, score: fit(place, tool, scores.scores[place] ?? 0) });
    }
    if (request.slices.isOver()) {
      await request.slices.next();
    }
  }
  best.sort((a, b) => b.score - a.score || a.place - b.place);
  const others = Array.from(places.subarray(mostCompared)).flatMap((place) => tools[place] ?? []);
  return {
    tools: [...best.map(({ tool }) => tool), ...others],
    matches: new Map(
      best.map(({ place, tool, score }) => [
        tool,
        { score, share: (scores.shares[place] ?? 0) / sum },
      ]),
    ),
  };
}

/** Creates the function that rates a tool by its place, its outline, and the score of its words. */
function createFit(
  { query, words: queryWords }: Query,
  parts: {
    readonly indexes: readonly ToolIndex[];
    readonly words: LookedUpWords;
    readonly isPreferred: SearchRequest["isPreferred"];
  },
): (place: number, tool: ToolOutline, ofWords: number) => number {
  const { indexes, words, isPreferred } = parts;
  const trigrams = splitIntoTrigrams(queryWords.join(" "));
  const intent = readIntent(query, (word) => indexes.some(({ verbs }) => verbs.has(word)));
  const ofToolkits = new Map<string, number>();
  return (place, tool, ofWords) => {
    const { toolkit } = tool.record;
    const ofToolkit =
      ofToolkits.get(toolkit.slug) ??
      fitToolkit(intent, toolkit) * (isPreferred?.(toolkit.slug) === true ? preferredFactor : 1);
    ofToolkits.set(toolkit.slug, ofToolkit);
    const [index, number] = findIndex(indexes, place);
    const name = index?.names[number] ?? [];
    const phrases = index === undefined ? [] : listPhrases(index, number);
    const likeness = phrases.reduce(
      (most, phrase) => Math.max(most, computeSimilarity(trigrams, phrase)),
      0,
    );
    const ofIntent =
      tool.derived === undefined
        ? fitIntent(intent, tool, name)
        : fitDerived(intent, tool, { name, words });
    return (ofWords + phraseWeight * likeness ** 2) * ofIntent * fitForms(intent, name) * ofToolkit;
  };
}

/** The index with the tool at a place, and the tool's number there. */
function findIndex(
  indexes: readonly ToolIndex[],
  place: number,
): readonly [index: ToolIndex | undefined, number: number] {
  let number = place;
  for (const index of indexes) {
    if (number < index.tools.length) {
      return [index, number];
    }
    number -= index.tools.length;
  }
  return [undefined, number];
}

/** Reads how rare words are. The names of the compared tools have the same words again and again. */
function rememberRarity(indexes: readonly ToolIndex[], total: number): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    const rarity = known.get(word) ?? computeRarity(indexes, word, total);
    known.set(word, rarity);
    return rarity;
  };
}
