/** Words that say nothing about the wanted tool. */
const empty = new Set(
  (
    "a an the my me i we our us to of in on at for with and or is are be was by as into from this that these those it " +
    "its please can could would you your do does how what want need some any there their them who whom whose let lets " +
    "have has been im id which anything about than then so if when via using use whats hows wheres whos theres s"
  ).split(" "),
);

/** Words that mean the same here; the first stands for all. Each is compared by its stem. */
const synonyms = [
  "create add make open new file insert start submit compose write raise build register book schedule",
  "delete remove erase cancel drop destroy discard",
  "get fetch show view read retrieve display see load open",
  "list browse enumerate all",
  "update edit change modify set alter adjust move rename assign invite reschedule mark",
  "search find look query locate",
  "send post deliver say tell",
  "issue bug ticket defect task",
  "message dm chat",
  "email mail inbox",
  "event meeting appointment",
  "customer client buyer",
  "repository repo",
  "comment reply respond answer feedback discussion remark",
  "user member people person profile teammate everyone organisation organization",
  "story article headline",
  "payment charge pay",
  "pull pr",
  "calendar agenda",
  "channel room conversation",
  "database table",
  "page document doc note",
  "merge land combine",
  "written said discussed",
  "invoice bill",
  "state status stage",
  "price cost",
  "subscription subscribe plan",
  "auth authentication token login credential",
  "property column field attribute",
  "block content paragraph text",
  "busy free available availability",
  "refund reimburse",
  "connected connection token",
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

/** Verbs of two words, and the one that means the same. */
const phrasalVerbs: readonly (readonly [RegExp, string])[] = [
  [/\bcall(?:ed|ing)? off\b/gi, "cancel"],
  [/\btak(?:e|ing) back\b/gi, "delete"],
  [/\bset(?:ting)? up\b/gi, "create"],
  [/\bget(?:ting)? rid of\b/gi, "delete"],
  [/\b(?:push|put) back\b/gi, "reschedule"],
  [/\bpay(?:ing)? back\b/gi, "refund"],
  [/\bmoney back\b/gi, "refund"],
  [/\bfill(?:ed|ing)? in\b/gi, "update"],
];

/**
 * The words of a text in lower case: letters and digits, and camel case taken apart. An address of mail also stands for
 * the word `email`, a name of a file for `file`, the number of a ticket for `issue`, and a name after `#`, as people write it
 * in chats, for `channel`.
 */
export function splitIntoWords(text: string): string[] {
  return splitIntoForms(text).map(stem);
}

/** The same words as they are written, with their endings. */
export function splitIntoForms(text: string): string[] {
  return phrasalVerbs
    .reduce((rest, [verb, meaning]) => rest.replace(verb, meaning), text)
    .replace(/\S+/g, (word) => `${nameKind(word)}${word}`)
    .replace(/#(?=[a-z])/gi, "channel ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !empty.has(word));
}

/** The kind of a word by its look: an address of mail, a file such as `notes.md`, or a ticket such as `ENG-42`. */
function nameKind(word: string): string {
  const at = word.indexOf("@");
  if (at > 0 && /\.\w/.test(word.slice(at + 2))) {
    return "email ";
  }
  if (/^[\w-]+\.(?:[a-z]{2,4}|[ch])$/.test(word)) {
    return "file ";
  }
  return /^[A-Z][A-Z0-9]{1,9}-\d+$/.test(word) ? "issue " : "";
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
