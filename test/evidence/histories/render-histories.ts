import type { Verdict } from "specwright";
import type { Compiled } from "./compile-step.ts";

/** One step of a history with both verdicts on client code. */
export interface Step {
  readonly repository: string;
  /** The commit of the newer version. */
  readonly commit: string;
  readonly ours: Verdict;
  /** The changes that cause the verdict. */
  readonly kinds: readonly string[];
  readonly compiled: Compiled;
}

/** The page about histories. */
export function renderHistories(steps: readonly Step[]): string {
  const rows = [...Map.groupBy(steps, ({ repository }) => repository)].map(([repository, own]) => {
    const breaking = own.filter(({ compiled }) => compiled.verdict === "breaks").length;
    const agree = own.filter(agreesOnBreaks).length;
    const same = own.filter(({ ours, compiled }) => ours === compiled.verdict).length;
    const lines = Math.max(...own.map(({ compiled }) => compiled.lines));
    const unusable = Math.max(...own.map(({ compiled }) => compiled.unusable));
    return `| ${repository} | ${own.length} | ${breaking} | ${agree} | ${same} | ${lines} | ${unusable} |`;
  });
  const differing = steps.filter(({ ours, compiled }) => ours !== compiled.verdict);
  const agree = steps.filter(agreesOnBreaks).length;
  return `# \`specwright diff\` beside the TypeScript compiler

\`specwright diff\` says whether a change of a document *breaks*, *may break* or *works* for code that is compiled against the
generated types. This page compares its verdicts with those of TypeScript 7, on changes that the owners of public documents really made.

**How it was measured.** A step leads from one version of a document to the next one in the history of its repository. For each
step, a script writes two programs for the types of the old version. The plain program calls every operation and reads every property of
every successful response. The exhaustive program also lists every enum value, status and name, as a \`switch\` without \`default\`
does. Both are compiled against the types of the new version. The compiler's verdict is *breaks* when the plain program fails,
*may break* when only the exhaustive one fails, and *works* when both compile. It is compared with the worst verdict of
\`specwright diff\` on client code.

**Result.** Both agree whether a step *breaks* client code in ${agree} of ${steps.length} steps, and about all three verdicts in ${steps.length - differing.length}.

| Repository | Steps | Steps that break | Agreement about *breaks* | Agreement about all verdicts | Lines of the longest program | Lines left out |
|---|---:|---:|---:|---:|---:|---:|
${rows.join("\n")}

Lines of a program that do not compile against the old types either are left out of the comparison.

## Steps with different verdicts

${differing.length === 0 ? "None.\n" : `${differing.map(renderDifference).join("\n")}\n`}
\`node -C source scripts/evidence/histories.ts <folder of the clones>\` writes this page.
`;
}

function agreesOnBreaks({ ours, compiled }: Step): boolean {
  return (ours === "breaks") === (compiled.verdict === "breaks");
}

/** Only kinds and codes are listed, because the page must not contain parts of the documents. */
function renderDifference({ repository, commit, ours, kinds, compiled }: Step): string {
  const names = [...new Set(kinds.map((kind) => kind.split(":", 1)[0]))].map(
    (name) => `\`${name}\``,
  );
  const codes = [...new Set(compiled.errors.map((error) => error.split(":", 1)[0]))];
  return `- ${repository} ${commit}: \`diff\` says *${ours}*${names.length === 0 ? "" : ` (${names.slice(0, 6).join(", ")})`}, the compiler *${compiled.verdict}*${codes.length === 0 ? "" : ` (${codes.slice(0, 4).join(", ")})`}.`;
}
