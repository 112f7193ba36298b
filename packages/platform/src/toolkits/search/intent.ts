import type { ToolOutline } from "../types/tool-types.ts";
import { findEverydayMeanings } from "./everyday-words.ts";
import { findMeanings, splitIntoForms, splitIntoWords } from "./words.ts";

/** The intent of a query, beyond its single words. */
export interface Intent {
  /** True when the query asks for information, false when it asks for an action. */
  readonly asks: boolean;
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

/** The factor for tools that change something when the query asks for information. */
const changingShare = 0.75;

/** The factor for tools that read when the query asks for a change. */
const readingShare = 0.9;

/** The factor for tools of an application that the query names. */
const namedFactor = 1.35;

/** The share that is added for each word that also has the same ending in the tool's name. */
const formShare = 0.06;

/** The factor for tools whose action is the one with which the query begins. */
const actionFactor = 1.3;

export function readIntent(query: string): Intent {
  const asks = question.test(query) || look.test(query);
  const words = splitIntoWords(query);
  const [first = ""] = words;
  return {
    asks,
    forms: new Set(splitIntoForms(query)),
    words: new Set(words),
    actions: new Set(
      asks ? [] : [first, ...findMeanings(first), ...findEverydayMeanings(first).keys()],
    ),
  };
}

/** The factor for a tool's score by the intent of a query; 1 when the intent is unclear. */
export function fitIntent(
  { asks, forms, words, actions }: Intent,
  { record }: ToolOutline,
): number {
  const reads = record.tags.includes("readOnlyHint");
  const ofKind = asks === reads ? 1 : asks ? changingShare : readingShare;
  const isNamed = splitIntoWords(`${record.toolkit.name} ${record.toolkit.slug}`).some((word) =>
    words.has(word),
  );
  const sameForms = splitIntoForms(record.name).filter((form) => forms.has(form)).length;
  const [verb = ""] = splitIntoWords(record.name);
  const ofAction = actions.has(verb) ? actionFactor : 1;
  return ofKind * ofAction * (isNamed ? namedFactor : 1) * (1 + formShare * sameForms);
}
