import type { Slices } from "../../../base/sharing/take-turns.ts";
import type { ToolIndex } from "./tool-index.ts";

/** Of each tool, by its place in the list of all indexes together. */
export interface WordScores {
  /** The sum of its words' scores. */
  readonly scores: Float32Array<ArrayBuffer>;
  /** The sum of the rarities of the query's words that it has. */
  readonly shares: Float32Array;
}

/** The number of tools that fit into a rank key: 21 bits for the place, beside the score. That is two million. */
const mostPlaces = 2 ** 21;

/** The part of a word's rarity that a tool with a correction of it gets in its share. */
const correctedShare = 0.5;

/**
 * For each tool that has a form of a word, adds the score of its best form.
 *
 * @returns the rarity of the word: that of its rarest form, or the highest one when no tool has the word itself
 */
export async function addWord(
  indexes: readonly ToolIndex[],
  { word, forms }: { readonly word: string; readonly forms: ReadonlyMap<string, number> },
  { scores, shares }: WordScores,
  slices: Slices,
): Promise<number> {
  const best = new Float32Array(scores.length);
  const isKnown = forms.has(word);
  let most = 0;
  for (const [form, share] of forms) {
    const rarity = computeRarity(indexes, form, scores.length);
    most = Math.max(most, share * rarity);
    let first = 0;
    for (const { words, tools } of indexes) {
      const list = words.find(form);
      list?.documents.forEach((tool, place) => {
        const score = share * rarity * (list.weights[place] ?? 0);
        best[first + tool] = Math.max(best[first + tool] ?? 0, score);
      });
      first += tools.length;
    }
    if (slices.isOver()) {
      await slices.next();
    }
  }
  best.forEach((score, place) => {
    if (score > 0) {
      scores[place] = (scores[place] ?? 0) + score;
      shares[place] = (shares[place] ?? 0) + (isKnown ? most : most * correctedShare);
    }
  });
  return isKnown ? most : Math.log(1 + scores.length);
}

/** The rarity of a word in all indexes together: the logarithm of the part of the tools that have it. */
export function computeRarity(indexes: readonly ToolIndex[], word: string, total: number): number {
  let found = 0;
  for (const { words } of indexes) {
    found += words.find(word)?.documents.length ?? 0;
  }
  return Math.log(1 + total / (1 + found));
}

/**
 * Sorts the places that have a score, the best first. The bits of a positive float grow with its value, so score and
 * place together form one number. A typed array sorts 50,000 such numbers in milliseconds, without comparing objects.
 */
export function rankPlaces(scores: Float32Array<ArrayBuffer>): Uint32Array {
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
