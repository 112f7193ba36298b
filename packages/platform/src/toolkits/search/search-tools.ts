import type { ToolOutline } from "../types/tool-types.ts";
import { phrasesOf, synonymWeight, type ToolIndex } from "./tool-index.ts";
import { meaningsOf, similarity, trigramsOf, wordsOf } from "./words.ts";

/** Words that are at least this similar count as misspelled; pg_trgm's default of 0.3 also takes other words. */
const leastSimilarity = 0.5;

/** What a query that is one of the phrases counts, against single words. */
const phraseWeight = 4;

/** Further occurrences of a word count less and less (the k of BM25). */
const saturation = 2;

/** Words of a query that are looked up: more than a person writes, and as much as one turn of the process can take. */
const mostWords = 40;

/** So many of the best are compared with the query as a whole. What only single words put behind them stays behind. */
const mostCompared = 300;

/** A tool that matches, by its place in an index. */
interface Match {
  readonly index: number;
  readonly tool: number;
  score: number;
}

/**
 * The tools of several indexes that match a query, the best first: words by their stem and meaning, weighted by their
 * rarity in all indexes together (BM25), misspelled ones by trigrams. Those that match equally well are in the order of the
 * indexes and of the tools in them.
 */
export function searchTools(indexes: readonly ToolIndex[], query: string): readonly ToolOutline[] {
  const words = [...new Set(wordsOf(query))].slice(0, mostWords);
  const scores = indexes.map(({ tools }) => new Float32Array(tools.length));
  for (const word of words) {
    addWord(indexes, word, scores);
  }
  const matches = scores.flatMap((list, index) => collect(list, index));
  matches.sort(byScore);
  const best = matches.slice(0, mostCompared);
  const toTool = ({ index, tool }: Match): ToolOutline | undefined => indexes[index]?.tools[tool];
  const trigrams = trigramsOf(words.join(" "));
  for (const match of best) {
    const tool = toTool(match);
    const likenesses =
      tool === undefined ? [] : phrasesOf(tool).map((phrase) => likeness(trigrams, phrase));
    match.score += phraseWeight * Math.max(0, ...likenesses) ** 2;
  }
  best.sort(byScore);
  return [...best, ...matches.slice(mostCompared)].flatMap((match) => toTool(match) ?? []);
}

function likeness(trigrams: ReadonlySet<string>, phrase: string): number {
  return similarity(trigrams, trigramsOf(wordsOf(phrase).join(" ")));
}

function byScore(a: Match, b: Match): number {
  return b.score - a.score || a.index - b.index || a.tool - b.tool;
}

function collect(scores: Float32Array, index: number): Match[] {
  const matches: Match[] = [];
  scores.forEach((score, tool) => {
    if (score > 0) {
      matches.push({ index, tool, score });
    }
  });
  return matches;
}

/** Adds what a word scores for each tool that has a form of it: its best form. */
function addWord(
  indexes: readonly ToolIndex[],
  word: string,
  scores: readonly Float32Array[],
): void {
  const total = indexes.reduce((sum, { tools }) => sum + tools.length, 0);
  const best = scores.map(() => new Map<number, number>());
  for (const [form, share] of formsOf(indexes, word)) {
    const lists = indexes.map(({ words }) => words.find(form));
    const found = lists.reduce((sum, list) => sum + (list?.documents.length ?? 0), 0);
    const rarity = Math.log(1 + total / (1 + found));
    lists.forEach((list, index) => {
      const known = best[index];
      list?.documents.forEach((tool, place) => {
        const weight = list.weights[place] ?? 0;
        const score = (share * rarity * weight) / (weight + saturation);
        if (known !== undefined && score > (known.get(tool) ?? 0)) {
          known.set(tool, score);
        }
      });
    });
  }
  best.forEach((known, index) => {
    const list = scores[index];
    for (const [tool, score] of known) {
      if (list !== undefined) {
        list[tool] = (list[tool] ?? 0) + score;
      }
    }
  });
}

/** The forms of a word that are looked up, with the share of each. */
function formsOf(indexes: readonly ToolIndex[], word: string): ReadonlyMap<string, number> {
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
  for (const meaning of meaningsOf(word)) {
    forms.set(meaning, Math.max(forms.get(meaning) ?? 0, synonymWeight));
  }
  return forms;
}
