import type { ToolOutline } from "../types/tool-types.ts";
import { splitIntoForms, splitIntoWords } from "./words.ts";

/** The meaning of a query beyond its single words. */
export interface Intent {
  /** True when it asks for something, and false when it wants something done. */
  readonly asks: boolean;
  /** The words with their endings: `drafts` are more than one. */
  readonly forms: ReadonlySet<string>;
  /** Stems, to find the names of toolkits among them. */
  readonly words: ReadonlySet<string>;
}

/** A question asks for facts, as in `which issues are open`. `how do I` and `can you` ask for an action. */
const question =
  /^\s*(?:(?:what|whats|which|who|whos|whose|where|when|is|are|was|were|do|does|did|has|have)\b|how (?:many|much|often|long|big|old)\b|can (?!you\b|i\b|we\b))/i;

/** A request that begins so wants to see something. */
const look =
  /^\s*(?:please )?(?:show|list|read|find|search|look|get|see|tell me|check|display|fetch|view)\b/i;

/** Tools that change something rarely answer a question. */
const changingShare = 0.75;

/** A request for a change rarely means a tool that reads. */
const readingShare = 0.9;

/** A query that names an application means that one. */
const namedFactor = 1.35;

/** The share that a word adds which the name of a tool has with the same ending. */
const formShare = 0.06;

export function readIntent(query: string): Intent {
  return {
    asks: question.test(query) || look.test(query),
    forms: new Set(splitIntoForms(query)),
    words: new Set(splitIntoWords(query)),
  };
}

/** How well a tool fits the intent of a query: a factor for its score, 1 for one that says nothing. */
export function fitIntent({ asks, forms, words }: Intent, { record }: ToolOutline): number {
  const reads = record.tags.includes("readOnlyHint");
  const ofKind = asks === reads ? 1 : asks ? changingShare : readingShare;
  const isNamed = splitIntoWords(`${record.toolkit.name} ${record.toolkit.slug}`).some((word) =>
    words.has(word),
  );
  const sameForms = splitIntoForms(record.name).filter((form) => forms.has(form)).length;
  return ofKind * (isNamed ? namedFactor : 1) * (1 + formShare * sameForms);
}
