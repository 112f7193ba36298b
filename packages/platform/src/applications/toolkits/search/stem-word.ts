import { stemmer } from "stemmer";

/** Irregular forms of common verbs. `said` and `written` are left out, because queries with them want to read. */
const irregular = new Map([
  ["sent", "send"],
  ["wrote", "write"],
  ["found", "find"],
  ["made", "make"],
  ["paid", "pay"],
  ["got", "get"],
  ["seen", "see"],
]);

/** Stems of words that were asked for. Indexes ask for the same few thousand words millions of times. */
const known = new Map<string, string>();

/** Longer texts are keys or data. */
const longestWord = 40;

/** The most stems that are kept. Then all are forgotten, because documents of strangers may have any number of words. */
const mostKnown = 20_000;

/**
 * The stem of an English word by Porter's algorithm, so that its forms become equal: `issues`, `issue`; `created`, `creating`,
 * `create`; `attach`, `attachment`.
 */
export function stemWord(word: string): string {
  if (word.length > longestWord) {
    return word;
  }
  let stem = known.get(word);
  if (stem === undefined) {
    stem = stemmer(irregular.get(word) ?? word);
    if (known.size >= mostKnown) {
      known.clear();
    }
    known.set(word, stem);
  }
  return stem;
}
