import type { VerifyResult } from "../../../commands/verify.ts";
import { escapeXml } from "./escape-xml.ts";

/**
 * A report in JUnit's format, which most CI systems read. Each operation is a test case with a failure for each
 * finding. An operation that was not called is skipped.
 */
export function renderJunit({ findings, operations, skipped, seed }: VerifyResult): string {
  const beside = findings.map(({ operation }) => operation);
  const reasons = new Map(skipped.map(({ operation, reason }) => [operation, reason]));
  const names = [...new Set([...operations, ...reasons.keys(), ...beside])];
  const cases = names.map((name) => {
    const reason = reasons.get(name);
    const failures = findings
      .filter(({ operation }) => operation === name)
      .map(({ check, message, request, answer = "" }) => {
        const text = escapeXml(`${request}\n${answer}`);
        return `      <failure type="${check}" message="${escapeXml(message)}">${text}</failure>\n`;
      });
    const skip =
      failures.length > 0 || reason === undefined
        ? ""
        : `      <skipped message="${escapeXml(reason)}"/>\n`;
    return `    <testcase classname="specwright verify" name="${escapeXml(name)}">\n${failures.join("")}${skip}    </testcase>\n`;
  });
  const failed = new Set(findings.map(({ operation }) => operation)).size;
  const counts = `tests="${names.length}" failures="${failed}" skipped="${reasons.size}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="specwright verify, seed ${seed}" ${counts}>
${cases.join("")}  </testsuite>
</testsuites>
`;
}
