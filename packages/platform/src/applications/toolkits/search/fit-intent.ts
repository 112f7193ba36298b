import type { ToolOutline } from "../types/tool-types.ts";
import type { Intent } from "./intent.ts";
import { stemWord } from "./stem-word.ts";
import { findMeanings, splitIntoWords } from "./words.ts";

/** The factor for tools that change something when the query asks for information. */
export const changingShare = 0.5;

/** The factor for tools that read when the query asks for a change. */
export const readingShare = 0.75;

/** The factor for tools that read one thing, as `Get issue` does, when the query does not name one. */
export const oneShare = 0.85;

/** The factor for tools that list or search when the query names one thing. */
export const manyShare = 0.7;

/** The factor for tools whose action is the one with which the query begins. */
export const actionFactor = 1.3;

/** The factor for tools of an application that the query names. */
const namedFactor = 1.3;

/** The share that is added for each word that also has the same ending in the tool's name. */
const formShare = 0.035;

/**
 * The factor for the score of a tool that was written for the search, by the intent of a query; 1 when the intent is unclear. Such a
 * tool's name begins with its verb.
 *
 * @param name the words of the tool's name, with their endings
 */
export function fitIntent(
  { asks, namesOne, actions }: Intent,
  { record }: ToolOutline,
  name: readonly string[],
): number {
  const reads = record.tags.includes("readOnlyHint");
  const ofKind = asks === reads ? 1 : asks ? changingShare : readingShare;
  const verb = stemWord(name[0] ?? "");
  const ofAction = actions.has(verb) ? actionFactor : 1;
  const readsOne = verb === "get" || findMeanings(verb).includes("get");
  const ofNumber = !asks || !reads || readsOne === namesOne ? 1 : readsOne ? oneShare : manyShare;
  return ofKind * ofAction * ofNumber;
}

/** The factor for the forms of the query's words in the name of a tool: `drafts` means several drafts. */
export function fitForms({ forms }: Intent, name: readonly string[]): number {
  return 1 + formShare * name.filter((form) => forms.has(form)).length;
}

/**
 * The factor for the tools of an application. A query names an application by a word of its name, or by the initials of a
 * name of several words: `HN`.
 */
export function fitToolkit(
  { words }: Intent,
  { name, slug }: ToolOutline["record"]["toolkit"],
): number {
  const initials = (name.match(/\b\p{L}/gu) ?? []).join("").toLowerCase();
  const isNamed =
    (initials.length > 1 && words.has(initials)) ||
    splitIntoWords(`${name} ${slug}`).some((word) => words.has(word));
  return isNamed ? namedFactor : 1;
}
