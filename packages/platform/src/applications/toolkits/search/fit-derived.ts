import type { DerivedWords, ToolOutline } from "../types/tool-types.ts";
import { actionFactor, changingShare, manyShare, oneShare, readingShare } from "./fit-intent.ts";
import type { Intent } from "./intent.ts";
import { stemWord } from "./stem-word.ts";
import { findMeanings, splitIntoWords } from "./words.ts";

/** The words of a query after they were looked up. */
export interface LookedUpWords {
  /** The query's own words, their meanings and their corrections. */
  readonly all: ReadonlySet<string>;
  /** Those before the first preposition: `episodes` in `episodes of the podcast`. */
  readonly early: ReadonlySet<string>;
  /** How rare a word is in all indexes. */
  readonly readRarity: (word: string) => number;
}

/** Actions that change nothing, whatever their method. */
const readingActions: ReadonlySet<string> = new Set(
  "list get search query count check download preview export".split(" "),
);

/** The factor for tools that read one thing when the query names that thing in the plural. */
const pluralShare = 0.5;

/** The factor for tools that count when the query wants the things themselves, and when it wants their number. */
const countShare = 0.7;
const countFactor = 1.5;

/** The factor for tools that search when the query begins with such a verb. */
const searchFactor = 1.3;

/** The factor for tools that delete when the query has another verb. */
const destructiveShare = 0.6;

/** The factor for a tool whose verb the query has elsewhere, as in `can you pause the deployment`. */
const laterVerbFactor = 1.2;

/** The factor for tools about the caller, as `GET /me`, when the query does not say `my`. */
const ownShare = 0.9;

/** How much of the score depends on the words of the tool's name that the query mentions. */
const nameShare = 0.5;

/** The factors for a tool whose thing comes later in the query, and for one whose thing it does not mention. */
const lateThingShare = 0.95;
const otherThingShare = 0.85;

/** The factor for each owner of the thing that the query does not mention: the repository in `/repos/{id}/issues`. */
const ownerShare = 0.95;

/** Words of names that do not tell tools apart. */
const filling: ReadonlySet<string> = new Set(
  "all multiple several existing new single specific given list".split(" ").map(stemWord),
);

/**
 * The factor for the score of a tool that has no phrases, such as one of an import, by the intent of a query and by what it
 * mentions of the tool's name and path.
 *
 * @param name the words of the tool's name, with their endings
 */
export function fitDerived(
  intent: Intent,
  { record, derived }: ToolOutline,
  { name, words }: { readonly name: readonly string[]; readonly words: LookedUpWords },
): number {
  if (derived === undefined) {
    return 1;
  }
  const stems = name.map(stemWord);
  const things = derived.things.split(" ").map(splitIntoWords);
  const isOfCaller = /(?:^| )(?:me|my|current|authenticated|self|viewer)(?: |$)/i.test(
    `${derived.things} ${record.name}`,
  );
  return (
    (isOfCaller && !intent.isOwn ? ownShare : 1) *
    fitAction(
      intent,
      { derived, tags: record.tags, stems, head: things.at(-1)?.at(-1) ?? "" },
      words,
    ) *
    fitName(stems, words) *
    fitThings(things, words)
  );
}

/** A tool's action as method, path and name tell. */
interface Acting {
  readonly derived: DerivedWords;
  readonly tags: readonly string[];
  readonly stems: readonly string[];
  /** The stem of the thing on which it acts. */
  readonly head: string;
}

function fitAction(intent: Intent, { derived, tags, stems, head }: Acting, words: LookedUpWords) {
  const { asks, actions } = intent;
  const action = stemWord(derived.action);
  const verbs = [stems[0] ?? "", action];
  const meanings = new Set(verbs.flatMap((verb) => [verb, ...findMeanings(verb)]));
  const isMeant = [...meanings].some((each) => actions.has(each));
  const destroys = tags.includes("destructiveHint") && !isMeant ? destructiveShare : 1;
  const reads = tags.includes("readOnlyHint") || readingActions.has(derived.action);
  if (!asks) {
    const ofVerb = isMeant
      ? actionFactor
      : verbs.some((verb) => words.all.has(verb))
        ? laterVerbFactor
        : 1;
    return destroys * ofVerb * (reads ? readingShare : 1);
  }
  return reads ? fitReading(intent, derived, { meanings, head }) : destroys * changingShare;
}

function fitReading(
  { namesOne, plurals, beginning, counts }: Intent,
  { action, things }: DerivedWords,
  { meanings, head }: { readonly meanings: ReadonlySet<string>; readonly head: string },
): number {
  const readsOne = action === "get";
  const ofNumber = readsOne === namesOne ? 1 : readsOne ? oneShare : manyShare;
  const ofPlural = readsOne && plurals.has(head) ? pluralShare : 1;
  const ofCount = action !== "count" ? 1 : counts ? countFactor : countShare;
  const searches = meanings.has("search") || things === "search";
  return ofNumber * ofPlural * ofCount * (beginning.has("search") && searches ? searchFactor : 1);
}

/** The more of its name the query mentions, the better. `List incident workflow triggers` does more than list incidents. */
function fitName([, ...stems]: readonly string[], { all, readRarity }: LookedUpWords): number {
  let sum = 0;
  let found = 0;
  for (const stem of new Set(stems)) {
    const rarity = filling.has(stem) ? 0 : readRarity(stem);
    sum += rarity;
    found += isAmong(stem, all) ? rarity : 0;
  }
  return sum === 0 ? 1 : 1 - nameShare + (nameShare * found) / sum;
}

function fitThings(things: readonly (readonly string[])[], { all, early }: LookedUpWords): number {
  const has = (among: ReadonlySet<string>) => (stem: string) => isAmong(stem, among);
  const head = things.at(-1) ?? [];
  const ofHead = head.some(has(early)) ? 1 : head.some(has(all)) ? lateThingShare : otherThingShare;
  const others = things.slice(0, -1).filter((thing) => !thing.some(has(all)));
  return ofHead * ownerShare ** others.length;
}

function isAmong(stem: string, words: ReadonlySet<string>): boolean {
  return words.has(stem) || findMeanings(stem).some((meaning) => words.has(meaning));
}
