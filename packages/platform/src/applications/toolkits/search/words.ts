import { stemWord } from "./stem-word.ts";

/** Words without meaning for the search. */
const empty = new Set(
  (
    "a an the my me i we our us to of in on at for with and or is are be was by as into from this that these those it " +
    "its please can could would you your do does how what want need some any there their them who whom whose let lets " +
    "have has been im id which anything about than then so if when via using use whats hows wheres whos theres s"
  ).split(" "),
);

/**
 * Groups of words with the same meaning here. The first word stands for its group, and words are compared by their
 * stems.
 */
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

const meanings = new Map<string, string[]>();
for (const group of synonyms) {
  const stems = group.split(" ").map(stemWord);
  for (const word of stems) {
    meanings.set(word, [...(meanings.get(word) ?? []), stems[0] ?? word]);
  }
}

/** Verbs of two words, each with a single verb of the same meaning. */
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
 * Splits a string into words in lower case. Letters and digits form words, and camel case is split. Some words also add
 * their kind: an email address adds `email`, a file name `file`, a ticket number `issue`, and a name after `#`, as in
 * chats, `channel`.
 */
export function splitIntoWords(text: string): string[] {
  return splitIntoForms(text).map(stemWord);
}

/** The same words without stemming, with their endings. */
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

/** The kind of a word by its form: an email address, a file such as `notes.md`, or a ticket such as `ENG-42`. */
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

/** The synonyms of a stem: the first words of its groups. */
export function findMeanings(word: string): readonly string[] {
  return (meanings.get(word) ?? []).filter((meaning) => meaning !== word);
}

/**
 * The trigrams of a string, with its ends marked as in pg_trgm, as numbers: a set of numbers is compared faster than one
 * of strings. Trigrams of letters beyond Latin ones may share a number.
 */
export function splitIntoTrigrams(text: string): ReadonlySet<number> {
  const padded = `  ${text} `;
  const trigrams = new Set<number>();
  for (let index = 0; index + 3 <= padded.length; index += 1) {
    trigrams.add(
      (padded.charCodeAt(index) << 20) ^
        (padded.charCodeAt(index + 1) << 10) ^
        padded.charCodeAt(index + 2),
    );
  }
  return trigrams;
}

/** The similarity of two sets of trigrams, from 0 to 1 (Dice). The second may be an array without duplicates. */
export function computeSimilarity(
  a: ReadonlySet<number>,
  b: ReadonlySet<number> | Int32Array,
): number {
  let common = 0;
  for (const trigram of b) {
    common += a.has(trigram) ? 1 : 0;
  }
  const size = a.size + (b instanceof Int32Array ? b.length : b.size);
  return size === 0 ? 0 : (2 * common) / size;
}
