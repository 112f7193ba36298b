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

/**
 * Removes the English ending of a word, so that its forms become equal: `issues`, `issue`; `created`, `creating`,
 * `create`.
 */
export function stemWord(word: string): string {
  let base = irregular.get(word) ?? word;
  if (base.length > 4 && base.endsWith("ies")) {
    base = `${base.slice(0, -3)}y`;
  } else if (base.length > 3 && base.endsWith("s") && !/(?:ss|us|is)$/.test(base)) {
    base = base.slice(0, -1);
  }
  if (base.length > 5 && base.endsWith("ing")) {
    base = base.slice(0, -3);
  } else if (base.length > 4 && base.endsWith("ed")) {
    base = base.slice(0, -2);
  }
  base = base.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
  return base.length > 3 ? base.replace(/e$/, "") : base;
}
