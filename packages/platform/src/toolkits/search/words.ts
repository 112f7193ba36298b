/** Words that say nothing about the wanted tool. */
const empty = new Set(
  (
    "a an the my me i we our us to of in on at for with and or is are be was by as into from this that these those it " +
    "its please can could would you your do does how what want need some any there their them who whom whose let lets " +
    "have has been im id about than then so if when via using use whats hows wheres whos theres s"
  ).split(" "),
);

/** Words that mean the same here; the first stands for all. Each is compared by its stem. */
const synonyms = [
  "create add make open new file insert start submit compose write raise",
  "delete remove erase cancel drop destroy discard",
  "get fetch show view read retrieve display see load open",
  "list browse enumerate all",
  "update edit change modify set alter adjust",
  "search find look query locate",
  "send post deliver say tell",
  "issue bug ticket defect task",
  "message dm chat",
  "email mail inbox",
  "event meeting appointment",
  "customer client buyer",
  "repository repo",
  "comment reply respond answer",
  "user member people person profile teammate",
  "story article headline",
  "payment charge pay",
  "pull pr",
  "calendar agenda",
  "channel room conversation",
  "database table",
  "page document doc note",
  "merge land combine",
  "written said discussed",
];

/** Forms of common verbs that no rule finds. `said` and `written` are not among them: who uses them wants to read. */
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
 * A word without its English ending, so that forms of one word meet: `issues`, `issue`; `created`, `creating`, `create`.
 */
function stem(word: string): string {
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

const meanings = new Map<string, string[]>();
for (const group of synonyms) {
  const stems = group.split(" ").map(stem);
  for (const word of stems) {
    meanings.set(word, [...(meanings.get(word) ?? []), stems[0] ?? word]);
  }
}

/**
 * The words of a text in lower case: letters and digits, and camel case taken apart. An address of mail also stands for
 * the word `email`, and a name after `#`, as people write it in chats, for `channel`.
 */
export function splitIntoWords(text: string): string[] {
  return text
    .replace(/\S+/g, (word) => (isAddress(word) ? `email ${word}` : word))
    .replace(/#(?=[a-z])/gi, "channel ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !empty.has(word))
    .map(stem);
}

/** True when a word looks like an address of mail: `ada@example.com`. */
function isAddress(word: string): boolean {
  const at = word.indexOf("@");
  return at > 0 && /\.\w/.test(word.slice(at + 2));
}

/** The synonyms of a stem: the words that stand for its groups. */
export function findMeanings(word: string): readonly string[] {
  return (meanings.get(word) ?? []).filter((meaning) => meaning !== word);
}

/** The trigrams of a text, with its ends marked, as pg_trgm makes them. */
export function splitIntoTrigrams(text: string): ReadonlySet<string> {
  const padded = `  ${text} `;
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index += 1) {
    trigrams.add(padded.slice(index, index + 3));
  }
  return trigrams;
}

/** How similar two sets of trigrams are, from 0 to 1 (Dice). */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const trigram of a) {
    common += b.has(trigram) ? 1 : 0;
  }
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
