import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { diff, type Verdict } from "../../../packages/specwright/src/index.ts";
import type { FilePair } from "./find-pairs.ts";

/**
 * The verdict for callers, and the kinds of changes that cause it. `refused` means that a document could not be read.
 */
export interface Judgement {
  readonly verdict: Verdict | "refused";
  readonly kinds: readonly string[];
}

const verdicts: readonly Verdict[] = ["breaks", "may break", "works"];

/** The verdict of `specwright diff` on a pair. */
export function judgeOurs(checkout: string, [before, after]: FilePair): Judgement {
  try {
    const { changes } = diff({ before, after, folder: checkout });
    return chooseWorst(
      changes
        .filter(({ severity }) => severity !== "documentation")
        .map(({ kind, verdicts: { callers } }) => ({ kind, verdict: callers })),
    );
  } catch {
    return { verdict: "refused", kinds: [] };
  }
}

/** The verdict of oasdiff on a pair. Its levels are errors, warnings, and the rest. */
export async function judgeTheirs(
  checkout: string,
  binary: string,
  [before, after]: FilePair,
): Promise<Judgement> {
  try {
    const args = ["changelog", before, after, "--format", "json"];
    const { stdout } = await promisify(execFile)(binary, args, { cwd: checkout });
    const found: unknown = JSON.parse(stdout === "" ? "[]" : stdout);
    return chooseWorst(
      (Array.isArray(found) ? found : []).map((change: { id: string; level: number }) => ({
        kind: change.id,
        verdict: verdicts[3 - change.level] ?? "works",
      })),
    );
  } catch {
    return { verdict: "refused", kinds: [] };
  }
}

function chooseWorst(
  found: readonly { readonly kind: string; readonly verdict: Verdict }[],
): Judgement {
  const verdict =
    verdicts.find((each) => found.some((change) => change.verdict === each)) ?? "works";
  const kinds = found.filter((change) => change.verdict === verdict).map(({ kind }) => kind);
  return { verdict, kinds: [...new Set(kinds)].toSorted() };
}
