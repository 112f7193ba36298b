import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Witness } from "../../../packages/specwright/src/compare/witness.ts";
import { diff, type Verdict } from "../../../packages/specwright/src/index.ts";
import { writeWitness } from "../../../packages/specwright/src/witness/write-witness.ts";
import type { FilePair } from "./find-pairs.ts";

/**
 * The verdict for callers, and the kinds of changes that cause it. `refused` means that a document could not be read.
 */
export interface Judgement {
  readonly verdict: Verdict | "refused";
  readonly kinds: readonly string[];
  /** The example of the first change that has the verdict, in Markdown. */
  readonly witness?: string;
}

const verdicts: readonly Verdict[] = ["breaks", "may break", "works"];

/** The verdict of `specwright diff` on a pair. */
export function judgeOurs(checkout: string, [before, after]: FilePair): Judgement {
  try {
    const { changes } = diff({ before, after, folder: checkout });
    return chooseWorst(
      changes
        .filter(({ severity }) => severity !== "documentation")
        .map(({ kind, verdicts: { callers }, witness }) => ({ kind, verdict: callers, witness })),
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
  found: readonly {
    readonly kind: string;
    readonly verdict: Verdict;
    readonly witness?: Witness | undefined;
  }[],
): Judgement {
  const verdict =
    verdicts.find((each) => found.some((change) => change.verdict === each)) ?? "works";
  const worst = found.filter((change) => change.verdict === verdict);
  const kinds = worst.map(({ kind }) => kind);
  const witness = verdict === "works" ? undefined : worst.find((change) => change.witness)?.witness;
  return {
    verdict,
    kinds: [...new Set(kinds)].toSorted(),
    ...(witness === undefined ? {} : { witness: showWitness(witness) }),
  };
}

function showWitness(witness: Witness): string {
  return writeWitness(witness).replaceAll("|", "\\|");
}
