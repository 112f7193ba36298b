import { readFile } from "node:fs/promises";
import { Failure } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { findHits, type Hit } from "./find-hits.ts";
import { type Pattern, patterns } from "./patterns.ts";

/** How many hits each pattern may have. The limits only fall: `npm run english -- --lower` writes them. */
export type Limits = Readonly<Record<Pattern["name"], number>>;

/** Sentences that may stay although they have a pattern: the beginning of each, by file. */
export type Allowed = Readonly<Record<string, readonly string[]>>;

export const limitsFile = "scripts/english/limits.json";
const allowedFile = "scripts/english/allowed.json";

/** How many hits of a pattern a failure lists. `npm run english` lists all. */
const most = 30;

/**
 * Checks the counts against the limits.
 *
 * @returns the counts, as in `negation 12, reporting-verb 3`
 * @throws Failure when there are more hits than a limit, or when an allowed sentence is not a hit any more
 */
export async function holdLimits(): Promise<string> {
  const limits = await readLimits();
  const { hits, unused } = await collectHits();
  if (unused.length > 0) {
    throw new Failure(
      `${allowedFile} allows sentences that have none of the patterns any more:\n${unused.join("\n")}\nRemove them there.`,
    );
  }
  const over = patterns.filter(({ name }) => count(hits, name) > limits[name]);
  if (over.length > 0) {
    const changed = await listChangedFiles();
    throw new Failure(
      over
        .map((pattern) => describe(pattern, limits, hits, changed))
        .concat(
          `Rewrite as many sentences of these, or of others, as the limit asks for ("npm run english" lists all). A sentence that is right as it is has its place in ${allowedFile}.`,
        )
        .join("\n\n"),
    );
  }
  return patterns.map(({ name }) => `${name} ${count(hits, name)}`).join(", ");
}

/** The limits of today. */
export async function readLimits(): Promise<Limits> {
  // We write this file ourselves, so it has this type. A mistake in it would make the check fail.
  return JSON.parse(await readFile(resolveInRoot(limitsFile), "utf8")) as Limits;
}

/** All hits except the allowed ones, and the allowed sentences that are not hits. */
export async function collectHits(): Promise<{
  readonly hits: readonly Hit[];
  readonly unused: readonly string[];
}> {
  const allowed = JSON.parse(await readFile(resolveInRoot(allowedFile), "utf8")) as Allowed;
  return withoutAllowed(await findHits(), allowed);
}

/** As `collectHits`, of given hits. */
export function withoutAllowed(
  all: readonly Hit[],
  allowed: Allowed,
): { readonly hits: readonly Hit[]; readonly unused: readonly string[] } {
  const used = new Set<string>();
  const hits = all.filter(({ file, text }) => {
    const beginning = allowed[file]?.find((sentence) => text.startsWith(sentence));
    used.add(`${file}: ${beginning}`);
    return beginning === undefined;
  });
  const unused = Object.entries(allowed)
    .flatMap(([file, sentences]) => sentences.map((sentence) => `${file}: ${sentence}`))
    .filter((entry) => !used.has(entry));
  return { hits, unused };
}

/** The number of hits of one pattern. */
export function count(hits: readonly Hit[], name: Pattern["name"]): number {
  return hits.filter(({ pattern }) => pattern === name).length;
}

/** A hit on one line: `docs/losses.md:12: the sentence`. */
export function printHit({ file, line, text }: Hit): string {
  return `${file}:${line}: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}

function describe(
  { name, advice }: Pattern,
  limits: Limits,
  hits: readonly Hit[],
  changed: ReadonlySet<string> | undefined,
): string {
  const own = hits.filter(({ pattern }) => pattern === name);
  const shown = own.filter(({ file }) => changed?.has(file) ?? true).slice(0, most);
  const lines = shown.map((hit) => `  ${printHit(hit)}`).join("\n");
  return `${own.length} sentences have the pattern "${name}", and the limit is ${limits[name]} (${limitsFile}). ${advice}\n${lines}`;
}

/** The files that differ from the branch main; undefined where it is unknown, as in a clone of one commit. */
async function listChangedFiles(): Promise<ReadonlySet<string> | undefined> {
  try {
    const output = await runCommand("git", ["diff", "--name-only", "main"]);
    return new Set(output.trim().split("\n"));
  } catch {
    return undefined;
  }
}
