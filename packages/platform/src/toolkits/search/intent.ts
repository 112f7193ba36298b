import type { ToolOutline } from "../types/tool-types.ts";
import { splitIntoForms, splitIntoWords } from "./words.ts";

/** What a query says beyond its single words. */
export interface Intent {
  /** True when it asks for something, and false when it wants something done. */
  readonly asks: boolean;
  /** The words with their endings: `drafts` are more than one. */
  readonly forms: ReadonlySet<string>;
  /** Stems, to find the names of toolkits among them. */
  readonly words: ReadonlySet<string>;
}

/** A question is about what exists, unless it asks how to do something, or whether you would. */
const question =
  /^\s*(?:(?:what|whats|which|who|whos|whose|where|when|is|are|was|were|do|does|did|has|have)\b|how (?:many|much|often|long|big|old)\b|can (?!you\b|i\b|we\b))/i;

/** A request that begins so wants to see something. */
const look =
  /^\s*(?:please )?(?:show|list|read|find|search|look|get|see|tell me|check|display|fetch|view)\b/i;

/** Tools that change something rarely answer a question. */
const changingShare = 0.75;

/** What reads is rarely meant by a request that asks for a change. */
const readingShare = 0.9;

/** Who names an application means it. */
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
