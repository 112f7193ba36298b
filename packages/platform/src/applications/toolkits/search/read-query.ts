import { findEverydayMeanings, joinParticles } from "./everyday-words.ts";
import { wantsToBeTold } from "./intent.ts";
import { isOneEdit } from "./one-edit.ts";
import { translate } from "./other-languages.ts";
import { stemWord } from "./stem-word.ts";
import { synonymWeight, type ToolIndex } from "./tool-index.ts";
import { findMeanings, splitIntoWords } from "./words.ts";

/** A query as the search reads it. */
export interface Query {
  /** The text in English, with each verb as one word. */
  readonly query: string;
  /** Stems to look up. */
  readonly words: readonly string[];
  /** Those of the words before the first preposition: `episodes` in `episodes of the podcast`. */
  readonly earlyWords: ReadonlySet<string>;
}

/** The words of a query that are looked up. People write fewer, and one turn of the event loop can handle this many. */
const mostWords = 40;

/** Words count as misspelled from this similarity on. pg_trgm's default of 0.3 would also accept different words. */
const leastSimilarity = 0.5;

/** Words with one typing mistake can be less similar. */
const leastOfOneEdit = 0.25;

/** The share of a word with one typing mistake. */
const oneEditShare = 0.9;

/** The shortest stem in which a typing mistake is looked for: that of a word of five letters. */
const shortestMisspelled = 4;

/** Reads a query. Words of other languages become English, and compounds are written as the indexes write them. */
export function readQuery(text: string, indexes: readonly ToolIndex[]): Query {
  const isKnown = (word: string): boolean => {
    const stem = stemWord(word);
    return indexes.some(({ words }) => words.find(stem) !== undefined);
  };
  const query = joinParticles(translate(text, isKnown));
  const found = splitIntoWords(query).slice(0, mostWords);
  const told = wantsToBeTold(query) ? [stemWord("subscribe")] : [];
  const joined = listPairs(query).filter(isKnown).map(stemWord);
  const words = found.flatMap((word) =>
    isKnown(word) || findEverydayMeanings(word).size > 0
      ? word
      : (splitCompound(word, isKnown) ?? word),
  );
  // `list all flows` does not look for tools with `all` in their names.
  const asked = words.filter((word, index) => index === 0 || word !== "all" || words.length < 3);
  const parts = query.split(preposition, mostWords).map(splitIntoWords);
  return {
    query,
    words: [...new Set([...asked, ...told, ...joined])].slice(0, mostWords),
    earlyWords: new Set(parts.find(({ length }) => length > 0)),
  };
}

const preposition = /\b(?:of|in|on|to|for|from|with|at|by|about|into|under|behind|near)\b/i;

/** Neighbours as one word: documents may write `oncall` for `on call`, and `nodepool` for `node pool`. */
function listPairs(query: string): readonly string[] {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}]+/u, mostWords);
  return words
    .map((word, index) => word + (words[index + 1] ?? ""))
    .filter((pair, index) => pair !== words[index] && pair.length >= 5);
}

/** Longer words are not taken apart. */
const longestCompound = 40;

/** The two known words of which a compound is made: `load` and `balancer`. */
function splitCompound(
  word: string,
  isKnown: (word: string) => boolean,
): readonly string[] | undefined {
  for (let end = word.length - 3; end >= 3 && word.length <= longestCompound; end -= 1) {
    const parts = [word.slice(0, end), word.slice(end)];
    if (parts.every(isKnown)) {
      return parts.map(stemWord);
    }
  }
  return undefined;
}

/** The forms of a word to look up, each with the part of the score that it gets. */
export function findForms(
  word: string,
  indexes: readonly ToolIndex[],
): ReadonlyMap<string, number> {
  const forms = new Map<string, number>();
  const everyday = findEverydayMeanings(word);
  if (everyday.size > 0 || indexes.some(({ words }) => words.find(word) !== undefined)) {
    forms.set(word, 1);
  } else {
    for (const [similar, share] of findSimilar(word, indexes)) {
      forms.set(similar, share);
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

/** Words of which an unknown word is a misspelling: those with one typing mistake, or else those that look similar. */
function findSimilar(
  word: string,
  indexes: readonly ToolIndex[],
): readonly (readonly [string, number])[] {
  const similar = indexes.flatMap(({ words }) => words.findSimilar(word, leastOfOneEdit));
  const near =
    word.length < shortestMisspelled ? [] : similar.filter(([other]) => isOneEdit(word, other));
  return near.length > 0
    ? near.map(([other]) => [other, oneEditShare] as const)
    : similar.filter(([, similarity]) => similarity >= leastSimilarity);
}
