import type { Judgement } from "./judge-pair.ts";
import type { JudgedReport } from "./judge-reports.ts";

/** The page `docs/changes-beside-oasdiff-reports.md`. */
export function renderReports(
  judged: readonly (JudgedReport & { readonly theirs: Judgement })[],
  version: string,
): string {
  const same = judged.filter(({ report, ours }) => report.asked === ours.verdict);
  const rows = judged.map(({ report, ours, theirs }) => {
    const { number, change, asked, reason = "" } = report;
    const link = `[#${number}](https://github.com/oasdiff/oasdiff/issues/${number})`;
    const shown = ours.verdict === asked ? (ours.witness ?? "") : reason;
    return `| ${link} | ${change} | ${asked} | ${theirs.verdict} | ${ours.verdict} | ${shown} |`;
  });
  return `# Closed bug reports of oasdiff

Users and authors of oasdiff reported these wrong verdicts from December 2024 to November 2026, and closed the reports. Each is written
again here as the smallest pair of documents. The table has the verdict that the report asked for, or that oasdiff decided on, the verdict
of oasdiff (${version}), and that of \`specwright diff\` for callers: ${same.length} of ${judged.length} are what was asked for. The last column has
the example that shows what breaks, or the reason for another verdict.

\`node -C source scripts/evidence/oasdiff-pairs.ts <checkout> <binary>\` writes this page. The pairs and reasons are in
\`test/evidence/oasdiff/closed-reports.ts\`, and \`npm test\` judges them.

| Report | Change | Asked for | oasdiff | specwright | Example, or reason |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
