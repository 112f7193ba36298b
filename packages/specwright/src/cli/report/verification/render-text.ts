import type { VerifyResult } from "../../../commands/verify.ts";
import { groupBy } from "../../../group-by.ts";
import { checks } from "../../../verify/checks.ts";
import { count } from "../count.ts";
import { escapeLineForTerminal } from "../render-diagnostic.ts";

/** The findings by check, each with a request that reproduces it. The last line has the totals. */
export function renderText({ findings, skipped, ...result }: VerifyResult): string {
  const sections = [...groupBy(findings, ({ check }) => check)].map(([check, found]) => {
    const entries = found.flatMap(({ operation, message, request, answer, count: times }) => [
      "",
      `  ${operation}${times > 1 ? ` (${times} requests)` : ""}`,
      `    ${message}`,
      `    ${request}`,
      ...(answer === undefined ? [] : [`    → ${answer}`]),
    ]);
    return [`${check} (${found.length}): ${checks[check]}`, ...entries, ""];
  });
  const left = skipped.map(({ operation, reason }) => `not called: ${operation}: ${reason}`);
  const lines = [
    ...sections.flat(),
    ...left,
    ...(left.length === 0 ? [] : [""]),
    `${count(findings.length, "finding")} in ${count(result.requests, "request")} to ${count(result.operations.length, "operation")}. Seed: ${result.seed}.`,
  ];
  return `${lines.map(escapeLineForTerminal).join("\n")}\n`;
}
