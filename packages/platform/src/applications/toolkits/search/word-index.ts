import type { Slices } from "../../../base/sharing/take-turns.ts";
import { splitIntoTrigrams } from "./words.ts";

/** The numbers of the documents that contain a word, and its weight in each. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly weights: Float32Array;
}

/**
 * The words of a set of documents. It never changes. Its data is in flat arrays, since there can be millions of
 * postings.
 */
export interface WordIndex {
  readonly size: number;
  find(word: string): Postings | undefined;
  /** Finds words that are at least this similar (Dice, over trigrams), with their similarity from 0 to 1. */
  findSimilar(
    word: string,
    least: number,
  ): readonly (readonly [word: string, similarity: number])[];
}

/** Postings that are still being collected. */
export interface WordCollector {
  add(document: number, words: ReadonlyMap<string, number>): void;
  finish(size: number, slices: Slices): Promise<WordIndex>;
}

/** Collects the words of documents. Add documents in ascending order of their numbers. */
export function collectWords(): WordCollector {
  const lists = new Map<string, { readonly documents: number[]; readonly weights: number[] }>();
  return {
    add(document, words) {
      for (const [word, weight] of words) {
        let list = lists.get(word);
        if (list === undefined) {
          list = { documents: [], weights: [] };
          lists.set(word, list);
        }
        list.documents.push(document);
        list.weights.push(weight);
      }
    },
    async finish(size, slices) {
      const postings = new Map<string, Postings>();
      const words: string[] = [];
      const byTrigram = new Map<number, number[]>();
      const counts: number[] = [];
      for (const [word, { documents, weights }] of lists) {
        if (slices.isOver()) {
          await slices.next();
        }
        postings.set(word, {
          documents: Uint32Array.from(documents),
          weights: Float32Array.from(weights),
        });
        const trigrams = splitIntoTrigrams(word);
        for (const trigram of trigrams) {
          const numbers = byTrigram.get(trigram) ?? [];
          numbers.push(words.length);
          byTrigram.set(trigram, numbers);
        }
        words.push(word);
        counts.push(trigrams.size);
        lists.delete(word);
      }
      return {
        size,
        find: (word) => postings.get(word),
        findSimilar: (word, least) => findSimilarWords(word, least, { words, counts, byTrigram }),
      };
    },
  };
}

interface Vocabulary {
  readonly words: readonly string[];
  /** How many trigrams each word has. */
  readonly counts: readonly number[];
  /** For each trigram, the numbers of the words that contain it. */
  readonly byTrigram: ReadonlyMap<number, readonly number[]>;
}

/** Compares only words that share a trigram. */
function findSimilarWords(
  word: string,
  least: number,
  { words, counts, byTrigram }: Vocabulary,
): readonly (readonly [string, number])[] {
  const trigrams = splitIntoTrigrams(word);
  const common = new Map<number, number>();
  for (const trigram of trigrams) {
    for (const number of byTrigram.get(trigram) ?? []) {
      common.set(number, (common.get(number) ?? 0) + 1);
    }
  }
  const found: (readonly [string, number])[] = [];
  for (const [number, shared] of common) {
    const similarity = (2 * shared) / (trigrams.size + (counts[number] ?? 0));
    if (similarity >= least) {
      found.push([words[number] ?? "", similarity]);
    }
  }
  return found;
}
