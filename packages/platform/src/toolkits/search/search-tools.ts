import type { Slices } from "../../sharing/take-turns.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { findEverydayMeanings, joinParticles } from "./everyday-words.ts";
import { fitIntent, readIntent } from "./intent.ts";
import { listPhrases, synonymWeight, type ToolIndex } from "./tool-index.ts";
import { computeSimilarity, findMeanings, splitIntoTrigrams, splitIntoWords } from "./words.ts";

/** Words count as misspelled from this similarity on. pg_trgm's default of 0.3 would also accept different words. */
const leastSimilarity = 0.5;

/** The weight of a query that equals one of the tool's phrases, relative to single words. */
const phraseWeight = 4.5;

/** The words of a query that are looked up. People write fewer, and one turn of the event loop can handle this many. */
const mostWords = 40;

/**
 * The number of tools, best first, that are compared with the whole query. The others stay in the order of their word
 * scores.
 */
const mostCompared = 300;

/** The number of tools that fit into a rank key: 21 bits for the place, beside the score. That is two million. */
const mostPlaces = 2 ** 21;

/**
 * Finds the tools of several indexes that match a query, the best first. Words match by stem and meaning, weighted by
 * their rarity in all indexes together (BM25); misspelled words match by trigrams. Equal matches keep the order of
 * the indexes and of the tools in them. The work is done in slices.
 */
export async function searchTools(
  indexes: readonly ToolIndex[],
  text: string,
  slices: Slices,
): Promise<readonly ToolOutline[]> {
  const query = joinParticles(text);
  const words = [...new Set(splitIntoWords(query))].slice(0, mostWords);
  // The place of a tool is its position in the list of all indexes together.
  const tools = indexes.flatMap((index) => index.tools);
  const scores = new Float32Array(tools.length);
  for (const word of words) {
    await addWord(indexes, word, { scores, slices });
  }
  const places = rank(scores);
  const trigrams = splitIntoTrigrams(words.join(" "));
  const asked = readIntent(query, (word) => indexes.some(({ verbs }) => verbs.has(word)));
  const best: { readonly place: number; readonly score: number }[] = [];
  for (const place of places.subarray(0, mostCompared)) {
    const tool = tools[place];
    const phrases = findPhrases(indexes, place);
    const likenesses = phrases.map((phrase) => computeSimilarity(trigrams, phrase));
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

/** The phrases of the tool at a place. */
function findPhrases(indexes: readonly ToolIndex[], place: number): readonly Int32Array[] {
  let number = place;
  for (const index of indexes) {
    if (number < index.tools.length) {
      return listPhrases(index, number);
    }
    number -= index.tools.length;
  }
  return [];
}

/**
 * Sorts the places that have a score, the best first. The bits of a positive float grow with its value, so score and
 * place together form one number. A typed array sorts 50,000 such numbers in milliseconds, without comparing objects.
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

/** For each tool that has a form of the word, adds the score of its best form. */
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
        const score = share * rarity * (list.weights[place] ?? 0);
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

/** The forms of a word to look up, each with the part of the score that it gets. */
function findForms(indexes: readonly ToolIndex[], word: string): ReadonlyMap<string, number> {
  const forms = new Map<string, number>();
  const everyday = findEverydayMeanings(word);
  if (everyday.size > 0 || indexes.some(({ words }) => words.find(word) !== undefined)) {
    forms.set(word, 1);
  } else {
    for (const { words } of indexes) {
      for (const [similar, share] of words.findSimilar(word, leastSimilarity)) {
        forms.set(similar, share);
      }
    }
  }
  for (const meaning of findMeanings(word)) {
    forms.set(meaning, Math.max(forms.get(meaning) ?? 0, synonymWeight));
  }
  for (const [meaning, share] of everyday) {
    forms.set(meaning, Math.max(forms.get(meaning) ?? 0, share));
  }
  return forms;
}
