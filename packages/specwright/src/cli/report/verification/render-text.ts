import type { VerifyResult } from "../../../commands/verify.ts";
import { groupBy } from "../../../group-by.ts";
import { checks } from "../../../verify/checks.ts";
import { count } from "../count.ts";
import { escapeLineForTerminal } from "../render-diagnostic.ts";
import { summarizeRun } from "./summarize-run.ts";

/** The coverage, and the findings by check, each with a request that reproduces it. The last line has the totals. */
export function renderText(result: VerifyResult): string {
  const { findings } = result;
  const sections = [...groupBy(findings, ({ check }) => check)].map(([check, found]) => {
    const entries = found.flatMap(({ operation, message, request, answer, count: times }) => [
      "",
      `  ${operation}${times > 1 ? ` (${times} requests)` : ""}`,
      `    ${message}`,
      ...(request === "" ? [] : [`    ${request}`]),
      ...(answer === undefined ? [] : [`    → ${answer}`]),
    ]);
    return [`${check} (${found.length}): ${checks[check]}`, ...entries, ""];
  });
  const { warning, coverage, byCheck, left, workflows } = summarizeRun(result);
  const lines = [
    ...(warning === undefined ? [] : [warning]),
    ...coverage,
    ...(byCheck.length === 0 ? [] : [`Findings by check: ${byCheck.join(", ")}.`]),
    ...left,
    ...workflows,
    "",
    ...sections.flat(),
    `${count(findings.length, "finding")} in ${count(result.requests, "request")} to ${count(result.operations.length, "operation")}. Seed: ${result.seed}.`,
  ];
  return `${lines.map(escapeLineForTerminal).join("\n")}\n`;
}
