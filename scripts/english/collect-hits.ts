import { readFile } from "node:fs/promises";
import { resolveInRoot } from "../support/paths.ts";
import { findHits, type Hit } from "./find-hits.ts";

/** Sentences that may stay although they have a pattern: the beginning of each, by file. */
export type Allowed = Readonly<Record<string, readonly string[]>>;

const allowedFile = "scripts/english/allowed.json";

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

/** A hit on one line: `docs/losses.md:12: the sentence`. */
export function printHit({ file, line, text }: Hit): string {
  return `${file}:${line}: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}
