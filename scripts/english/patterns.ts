/** A pattern in sentences over which readers stumble. */
export interface Pattern {
  readonly name: "negation" | "reporting-verb" | "noun-clause" | "stacked-clauses" | "archaic-word";
  /** The advice that is printed above its hits. */
  readonly advice: string;
  /** Returns the index at which the pattern begins in a sentence; -1 when the sentence does not have it. */
  readonly find: (sentence: string) => number;
}

const relative = /\b(?:what|whatever|whichever|who|whoever|whom|whose|which|that|where)\b/gi;

/**
 * Matches words that only older books use in this sense: "stands in a file", "is made anew", "goes on", "is to be sent",
 * "a file of ours". "Stands for" and "goes on serving" are fine.
 */
const archaic =
  /\bstands?\b(?=\s+(?:in|at|on|beside|below|above|behind|between|before|inside|under|where|some|as)\b)(?! in for\b)|\banew\b|\bgo(?:es)? on\b(?! \w+ing\b)|\b(?:is|are|was|were) to be\b|\bof (?:ours|theirs)\b/i;

/** The patterns of the house style. Sentences are on one line here, and `…` replaces code in backticks. */
export const patterns: readonly Pattern[] = [
  {
    name: "negation",
    advice: 'Write "is not a", "has no", "not any more" or "only".',
    find: (sentence) =>
      sentence.search(/\b(?:is|are|was|were|be)\s+(?:no(?! (?:more|later)\b)|none|but)\b/i),
  },
  {
    name: "reporting-verb",
    advice: 'Write "reports", "says" or "distinguishes".',
    find: (sentence) => sentence.search(/\b(?:tells?|told|telling)\b/i),
  },
  {
    name: "noun-clause",
    advice: "Begin with the thing, not with What, Who, Where, Whether or Those.",
    find: (sentence) => {
      const begins = /^(?:What|Whatever|Who|Whoever|Whose|Where|Whether|Those)\b/.test(sentence);
      // A label, a question, and "Where a file is missing, …" are good English.
      const isFine =
        /^what to do\b|^what is (?:wrong|missing):/i.test(sentence) ||
        sentence.endsWith("?") ||
        /^where\b[^,]*,\s\S/i.test(sentence);
      return begins && !isFine ? 0 : -1;
    },
  },
  {
    name: "stacked-clauses",
    advice: "Name the thing: one relative clause a sentence, and each with its noun.",
    find: (sentence) => {
      const bare = sentence.search(
        /\b(?:of|to|for|from|in|with|by|than|as|beside|about|into|on|at|after|before|and|or) (?:what|whoever|whatever)\b(?! (?:is wrong|to do)\b)/i,
      );
      if (bare >= 0) {
        return bare;
      }
      const crowded = sentence
        .split(/[,;:()–]/)
        .find((piece) => (piece.match(relative) ?? []).length >= 3);
      return crowded === undefined ? -1 : sentence.indexOf(crowded);
    },
  },
  {
    name: "archaic-word",
    advice: 'Write "is in", "again", "continues", "has to be" or "our" instead.',
    find: (sentence) => sentence.search(archaic),
  },
];
