import type { VerifyResult } from "../../../commands/verify.ts";
import { groupBy } from "../../../group-by.ts";
import { checks } from "../../../verify/checks.ts";
import { escapeXml } from "./escape-xml.ts";

/** A page with the findings by operation. It loads no other files and has no scripts. */
export function renderHtml(
  { findings, operations, skipped, requests, seed }: VerifyResult,
  url: string,
): string {
  const byOperation = groupBy(findings, ({ operation }) => operation);
  const sections = [...byOperation].map(([operation, found]) => {
    const entries = found.map(
      ({ check, message, request, answer, count }) =>
        `<article><h3>${escapeXml(check)}</h3><p>${escapeXml(checks[check])}</p><p>${escapeXml(message)} Requests: ${count}.</p><pre>${escapeXml(request)}</pre>${answer === undefined ? "" : `<pre>${escapeXml(answer)}</pre>`}</article>`,
    );
    return `<section><h2>${escapeXml(operation)}</h2>${entries.join("\n")}</section>`;
  });
  const agreed = operations.filter((name) => !byOperation.has(name));
  const list = (items: readonly string[]): string =>
    `<ul>${items.map((item) => `<li>${escapeXml(item)}</li>`).join("")}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>specwright verify</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}pre{background:#f4f4f4;overflow:auto;padding:.75rem;white-space:pre-wrap}article{border-left:.25rem solid #b00;margin:1rem 0;padding-left:1rem}</style>
</head>
<body>
<h1>${findings.length} findings</h1>
<p>${escapeXml(url)}: ${requests} requests to ${operations.length} operations. Seed: ${seed}.</p>
${sections.join("\n")}
<h2>Without findings</h2>
${list(agreed)}
<h2>Not called</h2>
${list(skipped.map(({ operation, reason }) => `${operation}: ${reason}`))}
</body>
</html>
`;
}
