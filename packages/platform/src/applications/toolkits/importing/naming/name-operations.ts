import { hash } from "node:crypto";
import { buildToolSlug, isWholeSlug } from "../../build/tool-slug.ts";
import { listPathNames } from "../../documents/path-names.ts";
import { type NamedOperation, readGeneratedId } from "./generated-ids.ts";

/** The names of operations that become tools. */
export interface OperationNames {
  /** The toolkit's slug. */
  readonly toolkitSlug: string;
  /** Slugs of the toolkit's tools in its latest version, by `identifyOperation`. Such operations keep them. */
  readonly earlier: ReadonlyMap<string, string>;
  /** Ids that other places of the document name. They stay. */
  readonly kept: ReadonlySet<string>;
}

/** Identifies an operation whose tool keeps its slug: method, path and `operationId`, as 16 hexadecimal digits. */
export function identifyOperation({ method, path, operationId = "" }: NamedOperation): string {
  return hash("sha256", `${method}\n${path}\n${operationId}`, "hex").slice(0, 16);
}

/**
 * Chooses an `operationId` for each operation, of which its tool's slug is made. An id that a person chose stays.
 * Where a framework made it, as FastAPI does with `create_flow_flows__post`, the name comes from the function, the summary or the
 * path: `create_flow`. A name that several such operations would have is left to none of them if they have longer ones.
 * No two operations get the same slug.
 */
export function nameOperations(
  operations: readonly NamedOperation[],
  { toolkitSlug, earlier, kept }: OperationNames,
): readonly string[] {
  const ids = new Set(operations.flatMap(({ operationId }) => operationId ?? []));
  const toCandidate = (name: string): Candidate => {
    return { name, slug: buildToolSlug(toolkitSlug, name) };
  };
  const choices = operations.map((each) => listNames(each, ids));
  const chosen = new Map<number, string>();
  const taken = new Set<string>();
  const take = (index: number, { name, slug }: Candidate): boolean => {
    const isFree = !chosen.has(index) && !taken.has(slug);
    if (isFree) {
      chosen.set(index, name);
      taken.add(slug);
    }
    return isFree;
  };
  for (const [index, { operationId = "" }] of operations.entries()) {
    if (kept.has(operationId)) {
      take(index, toCandidate(operationId));
    }
  }
  for (const [index, { identity }] of choices.entries()) {
    const slug = earlier.get(identity);
    const name = slug === undefined ? undefined : toName(slug, toolkitSlug);
    if (slug !== undefined && name !== undefined) {
      take(index, { name, slug });
    }
  }
  for (const [index, { own, isChosen }] of choices.entries()) {
    if (isChosen && isWholeSlug(toolkitSlug, own)) {
      take(index, toCandidate(own));
    }
  }
  const open = choices.flatMap((each, index) => (chosen.has(index) ? [] : [{ ...each, index }]));
  nameOthers(open, take, (name) =>
    isWholeSlug(toolkitSlug, name) ? [toCandidate(name)] : [],
  ).forEach(({ index, ends }) => {
    ends.some((name) => take(index, toCandidate(name)));
  });
  return operations.map((_, index) => chosen.get(index) ?? "");
}

/**
 * Gives operations one of their names: first one that no other wants.
 *
 * @returns those whose names are all taken, with their ids as `buildToolSlug` may cut them, with numbers, and with what identifies them
 */
function nameOthers(
  open: readonly (Names & { readonly index: number })[],
  take: (index: number, candidate: Candidate) => boolean,
  toWhole: (name: string) => readonly Candidate[],
): readonly { readonly index: number; readonly ends: readonly string[] }[] {
  const all = open.map(({ names }) => [...new Set(names)].flatMap(toWhole));
  const wishes = new Map<string, number>();
  for (const { slug } of all.flat()) {
    wishes.set(slug, (wishes.get(slug) ?? 0) + 1);
  }
  return open.flatMap(({ index, own, identity }, place) => {
    const candidates = all[place] ?? [];
    const alone = candidates.filter(({ slug }) => wishes.get(slug) === 1);
    const ends = ["", "_2", "_3", "_4", "_5", `_${identity}`].map((end) => `${own}${end}`);
    return [...alone, ...candidates].some((each) => take(index, each)) ? [] : [{ index, ends }];
  });
}

/** A name with the slug that the tool would have. */
interface Candidate {
  readonly name: string;
  readonly slug: string;
}

interface Names {
  /** The operation's own id, or its method and path. */
  readonly own: string;
  /** True when a person chose the id. */
  readonly isChosen: boolean;
  /** Other names, the best first. */
  readonly names: readonly string[];
  readonly identity: string;
}

function listNames(operation: NamedOperation, ids: ReadonlySet<string>): Names {
  const { method, path, operationId, summary = "" } = operation;
  const generated = readGeneratedId(operation, ids);
  const ofFunction = generated === undefined || generated.length === 0 ? [] : [generated.join("_")];
  const ofSummary = readSummary(summary);
  const own = operationId?.trim() ? operationId : `${method} ${path}`;
  return {
    own,
    identity: identifyOperation(operation),
    isChosen: generated === undefined,
    names: [...ofFunction, ...ofSummary, ...listPathNames(method, path)].filter(
      ({ length }) => length <= longestName,
    ),
  };
}

/** Longer names do not fit into a slug. */
const longestName = 64;

/** A summary is a name when it is short. */
const mostWords = 6;

function readSummary(summary: string): readonly string[] {
  const isLatin = !/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(summary);
  const words = summary
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "" && !articles.has(word));
  return isLatin && words.length > 1 && words.length <= mostWords ? [words.join("_")] : [];
}

const articles = new Set(["a", "an", "the"]);

/** The name of which `buildToolSlug` makes this slug. In lower case it is not split again. */
function toName(slug: string, toolkitSlug: string): string | undefined {
  const name = slug.slice(buildToolSlug(toolkitSlug, "").length).toLowerCase();
  return buildToolSlug(toolkitSlug, name) === slug ? name : undefined;
}
