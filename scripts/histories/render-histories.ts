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
  return `# Verdicts on real histories

Consecutive versions of public documents, from the histories of their repositories. For each step a consumer of the old document is compiled
against the new types with TypeScript 7: it calls every operation and reads every property of every success, and an exhaustive one also switches over every
value, status and name. The compiler's verdict is *breaks* when the plain consumer fails, *may break* when only the exhaustive one does. It is
compared with the worst verdict of \`specwright diff\` on client code.

Both agree about *breaks* in ${agree} of ${steps.length} steps.

| Repository | steps | of these break | agree about *breaks* | agree about the whole verdict | lines of the consumer | lines that do not count |
|---|---|---|---|---|---|---|
${rows.join("\n")}

A line does not count when it does not compile against the old types either.

## Steps with different verdicts

${differing.length === 0 ? "None.\n" : `${differing.map(renderDifference).join("\n")}\n`}
\`node -C source scripts/commands/histories.ts <folder of the clones>\` writes this page.
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
