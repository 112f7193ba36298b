import { meaningsOf, similarity, trigramsOf, wordsOf } from "./words.ts";

/** Something that can be found. */
export interface SearchDocument {
  readonly id: string;
  /** Texts with what a word in them counts. */
  readonly fields: readonly { readonly text: string; readonly weight: number }[];
  /** Whole ways of asking for it, which a query is also compared with by trigrams. */
  readonly phrases: readonly string[];
}

/** A full-text index in memory. */
export interface SearchIndex {
  /** Ids of what matches, the best first; those that match equally well in the order of the documents. */
  search(query: string): readonly string[];
}

/** A word that only means what was asked counts this much of the word itself. */
const synonymWeight = 0.6;

/** Words that are at least this similar count as misspelled; pg_trgm's default of 0.3 also takes other words. */
const leastSimilarity = 0.5;

/** What a query that is one of the phrases counts, against single words. */
const phraseWeight = 4;

/** Further occurrences of a word count less and less (the k of BM25). */
const saturation = 2;

interface Posting {
  readonly index: number;
  readonly weight: number;
}

/** Makes an index: words by their stem and meaning, weighted by rarity (BM25), misspelled ones by trigrams. */
export function createSearchIndex(documents: readonly SearchDocument[]): SearchIndex {
  const postings = createPostings(documents);
  const vocabulary = [...postings.keys()].map((word) => ({ word, trigrams: trigramsOf(word) }));
  const phrases = documents.map((document) =>
    document.phrases.map((phrase) => trigramsOf(wordsOf(phrase).join(" "))),
  );

  /** The forms under which a word is looked up, with what each counts. */
  const formsOf = (word: string): readonly (readonly [string, number])[] => {
    const meant = meaningsOf(word).map((meaning) => [meaning, synonymWeight] as const);
    if (postings.has(word)) {
      return [[word, 1], ...meant];
    }
    const trigrams = trigramsOf(word);
    const similar = vocabulary
      .map((entry) => [entry.word, similarity(trigrams, entry.trigrams)] as const)
      .filter(([, score]) => score >= leastSimilarity);
    return [...similar, ...meant];
  };

  /** What each document that has a form of the word scores for it: its best form. */
  const scoreWord = (word: string): ReadonlyMap<number, number> => {
    const best = new Map<number, number>();
    for (const [form, share] of formsOf(word)) {
      const list = postings.get(form) ?? [];
      const rarity = Math.log(1 + documents.length / (1 + list.length));
      for (const { index, weight } of list) {
        const score = (share * rarity * weight) / (weight + saturation);
        best.set(index, Math.max(best.get(index) ?? 0, score));
      }
    }
    return best;
  };

  return {
    search(query) {
      const words = [...new Set(wordsOf(query))];
      const scores = new Map<number, number>();
      for (const [index, score] of words.flatMap((word) => [...scoreWord(word)])) {
        scores.set(index, (scores.get(index) ?? 0) + score);
      }
      const trigrams = trigramsOf(words.join(" "));
      const ranked = [...scores].map(([index, score]) => {
        const likenesses = (phrases[index] ?? []).map((set) => similarity(trigrams, set));
        return { index, score: score + phraseWeight * Math.max(0, ...likenesses) ** 2 };
      });
      ranked.sort((a, b) => b.score - a.score || a.index - b.index);
      return ranked.map(({ index }) => documents[index]?.id ?? "");
    },
  };
}

/** Documents by the words in them. */
function createPostings(
  documents: readonly SearchDocument[],
): ReadonlyMap<string, readonly Posting[]> {
  const postings = new Map<string, Posting[]>();
  documents.forEach((document, index) => {
    for (const [word, weight] of weightsOf(document)) {
      const list = postings.get(word) ?? [];
      list.push({ index, weight });
      postings.set(word, list);
    }
  });
  return postings;
}

/** What each word of a document counts: its own, and less for what it means. */
function weightsOf(document: SearchDocument): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  for (const { text, weight } of document.fields) {
    for (const word of new Set(wordsOf(text))) {
      add(word, weight);
      for (const meaning of meaningsOf(word)) {
        add(meaning, weight * synonymWeight);
      }
    }
  }
  return weights;
}
