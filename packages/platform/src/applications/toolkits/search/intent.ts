import { toSingular } from "../documents/singular.ts";
import { findEverydayMeanings } from "./everyday-words.ts";
import { stemWord } from "./stem-word.ts";
import { findMeanings, splitIntoForms } from "./words.ts";

/** The intent of a query, beyond its single words. */
export interface Intent {
  /** True when the query asks for information, false when it asks for an action. */
  readonly asks: boolean;
  /** True when the query names one thing by a number or an id, as in `issue 42`, `ENG-7` or `cus_123`. */
  readonly namesOne: boolean;
  /** True when the query asks for a number of things, as in `how many users`. */
  readonly counts: boolean;
  /** True when the query is about its author, as in `my playlists`. */
  readonly isOwn: boolean;
  /** The words with their endings: `drafts` means several drafts. */
  readonly forms: ReadonlySet<string>;
  /** The stems of the words. Names of toolkits are looked up among them. */
  readonly words: ReadonlySet<string>;
  /** The stems of words in the plural. */
  readonly plurals: ReadonlySet<string>;
  /** The meanings of the first word: people begin with the verb. */
  readonly beginning: ReadonlySet<string>;
  /** The same if the query asks for an action, and else nothing. */
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

/** Wishes such as `notify me when a build fails`. */
const later =
  /\b(?:alert|notify|warn|ping|tell|inform|email|message|call) (?:me|us)\b.{0,99}?\b(?:when|if|whenever|once|as soon as|every time|each time)\b|\bget (?:notified|alerted|told|informed|pinged)\b/i;

/** Beginnings that mean a verb elsewhere, as in `open invoices` and `all my drafts`. */
const ambiguous = /^\s*(?:all|open|new|starred|archived)\b/i;

/** An id, or a number that is neither a time nor an amount. */
const oneThing =
  /#\d|[A-Z][A-Z0-9]-\d|[a-z]_\w{0,99}\d|[a-z]\.? \d{1,20}\b(?! ?(?:am|pm|:|\.|o'clock|%|euro|dollar|minute|hour|day|week|th|st|nd|rd))/;

/** True for a wish to be told of something later, which makes a subscription or an alert. */
export function wantsToBeTold(query: string): boolean {
  return later.test(query);
}

/** @param isVerb returns whether the name of a tool begins with this stem */
export function readIntent(query: string, isVerb: (stem: string) => boolean): Intent {
  const forms = splitIntoForms(query);
  const words = forms.map(stemWord);
  const [first = ""] = words;
  const isLater = wantsToBeTold(query);
  const told = isLater ? ["create", "subscribe"].map(stemWord) : [];
  const meanings = [...told, first, ...findMeanings(first), ...findEverydayMeanings(first).keys()];
  const namesThings =
    things.test(query) && (ambiguous.test(query) || !meanings.some((each) => isVerb(each)));
  const asks = (question.test(query) || look.test(query) || namesThings) && !isLater;
  return {
    asks,
    namesOne: oneThing.test(query),
    counts: /\b(?:how many|number of|count)\b/i.test(query),
    isOwn: /\b(?:my|mine|me|own|i)\b/i.test(query),
    forms: new Set(forms),
    words: new Set(words),
    plurals: new Set(forms.filter((form) => toSingular(form) !== form).map(stemWord)),
    beginning: new Set(meanings),
    actions: new Set(asks ? [] : meanings),
  };
}
