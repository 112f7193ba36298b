import type { ToolOutline } from "../types/tool-types.ts";
import { findEverydayMeanings } from "./everyday-words.ts";
import { findVerb } from "./tool-index.ts";
import { findMeanings, splitIntoForms, splitIntoWords } from "./words.ts";

/** The intent of a query, beyond its single words. */
export interface Intent {
  /** True when the query asks for information, false when it asks for an action. */
  readonly asks: boolean;
  /** True when the query names one thing by a number or an id, as in `issue 42`, `ENG-7` or `cus_123`. */
  readonly namesOne: boolean;
  /** The words with their endings: `drafts` means several drafts. */
  readonly forms: ReadonlySet<string>;
  /** The stems of the words. Names of toolkits are looked up among them. */
  readonly words: ReadonlySet<string>;
  /** The meanings of the first word, if the query asks for an action: people begin with the verb. */
  readonly actions: ReadonlySet<string>;
}

/** Questions ask for information, as in `which issues are open`. But `how do I` and `can you` ask for an action. */
const question =
  /^\s*(?:(?:what|whats|which|who|whos|whose|where|when|is|are|was|were|do|does|did|has|have)\b|how (?!do i\b|can i\b|to\b)\w+\b|am i\b|any\b|can (?!you\b|i\b|we\b))/i;

/** A request with such a beginning wants to see something. */
const look =
  /^\s*(?:please )?(?:show|list|read|find|search|look|get|see|tell me|check|display|fetch|view|browse|summari[sz]e|recap|bring me|fill me|keep me|query)\b/i;

/** A request without a verb also wants to see something: `unpaid invoices of Acme`, `all my drafts`. */
const things = /^\s*(?:all |my |our |any |the )*(?:\w+ ){0,2}?[a-z]{2,}[^s\W]s\b/i;

/** Beginnings that mean a verb elsewhere, as in `open invoices` and `all my drafts`. */
const ambiguous = /^\s*(?:all|open|new|starred|archived)\b/i;

/** An id, or a number that is neither a time nor an amount. */
const oneThing =
  /#\d|[A-Z][A-Z0-9]-\d|[a-z]_\w{0,99}\d|[a-z]\.? \d{1,20}\b(?! ?(?:am|pm|:|\.|o'clock|%|euro|dollar|minute|hour|day|week|th|st|nd|rd))/;

/** The factor for tools that change something when the query asks for information. */
const changingShare = 0.5;

/** The factor for tools that read when the query asks for a change. */
const readingShare = 0.75;

/** The factor for tools that read one thing, as `Get issue` does, when the query does not name one. */
const oneShare = 0.85;

/** The factor for tools that list or search when the query names one thing. */
const manyShare = 0.7;

/** The factor for tools of an application that the query names. */
const namedFactor = 1.3;

/** The share that is added for each word that also has the same ending in the tool's name. */
const formShare = 0.035;

/** The factor for tools whose action is the one with which the query begins. */
const actionFactor = 1.3;

/** @param isVerb returns whether the name of a tool begins with this stem */
export function readIntent(query: string, isVerb: (stem: string) => boolean): Intent {
  const words = splitIntoWords(query);
  const [first = ""] = words;
  const meanings = [first, ...findMeanings(first), ...findEverydayMeanings(first).keys()];
  const namesThings =
    things.test(query) && (ambiguous.test(query) || !meanings.some((each) => isVerb(each)));
  const asks = question.test(query) || look.test(query) || namesThings;
  return {
    asks,
    namesOne: oneThing.test(query),
    forms: new Set(splitIntoForms(query)),
    words: new Set(words),
    actions: new Set(asks ? [] : meanings),
  };
}

/** The factor for a tool's score by the intent of a query; 1 when the intent is unclear. */
export function fitIntent(
  { asks, namesOne, forms, words, actions }: Intent,
  { record }: ToolOutline,
): number {
  const reads = record.tags.includes("readOnlyHint");
  const ofKind = asks === reads ? 1 : asks ? changingShare : readingShare;
  const sameForms = splitIntoForms(record.name).filter((form) => forms.has(form)).length;
  const verb = findVerb(record.name);
  const ofAction = actions.has(verb) ? actionFactor : 1;
  const ofNumber = asks && reads ? fitNumber(verb, namesOne) : 1;
  const ofName = isNamed(record.toolkit, words) ? namedFactor : 1;
  return ofKind * ofAction * ofNumber * ofName * (1 + formShare * sameForms);
}

/** The factor for a tool that reads one thing or many, when the query names one or does not. */
function fitNumber(verb: string, namesOne: boolean): number {
  const readsOne = verb === "get" || findMeanings(verb).includes("get");
  if (readsOne === namesOne) {
    return 1;
  }
  return readsOne ? oneShare : manyShare;
}

/** A query names an application by a word of its name, or by the initials of a name of several words: `HN`. */
function isNamed(
  { name, slug }: ToolOutline["record"]["toolkit"],
  words: ReadonlySet<string>,
): boolean {
  const initials = (name.match(/\b\p{L}/gu) ?? []).join("").toLowerCase();
  return (
    (initials.length > 1 && words.has(initials)) ||
    splitIntoWords(`${name} ${slug}`).some((word) => words.has(word))
  );
}
