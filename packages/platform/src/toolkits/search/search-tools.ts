import type { Slices } from "../../sharing/take-turns.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { fitIntent, readIntent } from "./intent.ts";
import { listPhrases, synonymWeight, type ToolIndex } from "./tool-index.ts";
import { findMeanings, similarity, splitIntoTrigrams, splitIntoWords } from "./words.ts";

/** Words that are at least this similar count as misspelled; pg_trgm's default of 0.3 also takes other words. */
const leastSimilarity = 0.5;

/** The weight of a query that equals one of the phrases, compared with single words. */
const phraseWeight = 4;

/** Further occurrences of a word count less and less (the k of BM25). */
const saturation = 2;

/** Words of a query that are looked up: more than a person writes, and as much as one turn of the process can take. */
const mostWords = 40;

/** So many of the best are compared with the query as a whole. The others keep the order that single words gave them. */
const mostCompared = 300;

/** Places have so many bits of a number that also has a score: two million tools. */
const mostPlaces = 2 ** 21;

/**
 * The tools of several indexes that match a query, the best first: words by their stem and meaning, weighted by their
 * rarity in all indexes together (BM25), misspelled ones by trigrams. Equal matches keep the order of the
 * indexes and of the tools in them. The work is done in slices.
 */
export async function searchTools(
  indexes: readonly ToolIndex[],
  query: string,
  slices: Slices,
): Promise<readonly ToolOutline[]> {
  const words = [...new Set(splitIntoWords(query))].slice(0, mostWords);
  // A tool's place is its number in all indexes, one after the other.
  const tools = indexes.flatMap((index) => index.tools);
  const scores = new Float32Array(tools.length);
  for (const word of words) {
    await addWord(indexes, word, { scores, slices });
  }
  const places = rank(scores);
  const trigrams = splitIntoTrigrams(words.join(" "));
  const asked = readIntent(query);
  const best: { readonly place: number; readonly score: number }[] = [];
  for (const place of places.subarray(0, mostCompared)) {
    const tool = tools[place];
    const phrases = tool === undefined ? [] : listPhrases(tool);
    const likenesses = phrases.map((phrase) => likeness(trigrams, phrase));
    const ofWords = (scores[place] ?? 0) + phraseWeight * Math.max(0, ...likenesses) ** 2;
    const score = tool === undefined ? 0 : ofWords * fitIntent(asked, tool);
    best.push({ place, score });
    if (slices.isOver()) {
      await slices.next();
    }
  }
  best.sort((a, b) => b.score - a.score || a.place - b.place);
  const ordered = [...best.map(({ place }) => place), ...places.subarray(mostCompared)];
  return ordered.flatMap((place) => tools[place] ?? []);
}

function likeness(trigrams: ReadonlySet<string>, phrase: string): number {
  return similarity(trigrams, splitIntoTrigrams(splitIntoWords(phrase).join(" ")));
}

/**
 * The places that have a score, the best first. The bits of a positive float grow with its value. Score and place together
 * are one number, so that a typed array sorts 50,000 of them in milliseconds, without comparing objects.
 */
function rank(scores: Float32Array<ArrayBuffer>): Uint32Array {
  const keys = new Float64Array(scores.length);
  let count = 0;
  for (const [place, bits] of new Uint32Array(scores.buffer).entries()) {
    if (bits !== 0) {
      keys[count] = bits * mostPlaces + (mostPlaces - 1 - place);
      count += 1;
    }
  }
  const sorted = keys.subarray(0, count).sort().reverse();
  return Uint32Array.from(sorted, (key) => mostPlaces - 1 - (key % mostPlaces));
}

/** Adds what a word scores for each tool that has a form of it: its best form. */
async function addWord(
  indexes: readonly ToolIndex[],
  word: string,
  { scores, slices }: { readonly scores: Float32Array; readonly slices: Slices },
): Promise<void> {
  const best = new Float32Array(scores.length);
  for (const [form, share] of findForms(indexes, word)) {
    const lists = indexes.map(({ words }) => words.find(form));
    const found = lists.reduce((sum, list) => sum + (list?.documents.length ?? 0), 0);
    const rarity = Math.log(1 + scores.length / (1 + found));
    let first = 0;
    for (const [index, list] of lists.entries()) {
      list?.documents.forEach((tool, place) => {
        const weight = list.weights[place] ?? 0;
        const score = (share * rarity * weight) / (weight + saturation);
        best[first + tool] = Math.max(best[first + tool] ?? 0, score);
      });
      first += indexes[index]?.tools.length ?? 0;
    }
    if (slices.isOver()) {
      await slices.next();
    }
  }
  best.forEach((score, place) => {
    scores[place] = (scores[place] ?? 0) + score;
  });
}

/** The forms of a word that are looked up, with the share of each. */
function findForms(indexes: readonly ToolIndex[], word: string): ReadonlyMap<string, number> {
  const forms = new Map<string, number>();
  if (indexes.some(({ words }) => words.find(word) !== undefined)) {
    forms.set(word, 1);
  } else {
    for (const { words } of indexes) {
      for (const [similar, share] of words.similar(word, leastSimilarity)) {
        forms.set(similar, share);
      }
    }
  }
  for (const meaning of findMeanings(word)) {
    forms.set(meaning, Math.max(forms.get(meaning) ?? 0, synonymWeight));
  }
  return forms;
}
