import type { VerifyResult } from "../../../commands/verify.ts";
import { groupBy } from "../../../group-by.ts";
import { checks } from "../../../verify/checks.ts";
import { count } from "../count.ts";
import { escapeXml } from "./escape-xml.ts";
import { reportStyle } from "./report-style.ts";

/** A page with the findings by operation. It loads no other files and has no scripts. */
export function renderHtml(
  { findings, operations, skipped, requests, seed }: VerifyResult,
  url: string,
): string {
  const byOperation = groupBy(findings, ({ operation }) => operation);
  const agreed = operations.filter((name) => !byOperation.has(name));
  const title = findings.length === 0 ? "No findings" : count(findings.length, "finding");
  const sent = `${count(requests, "request")} to ${count(operations.length, "operation")}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} · specwright verify</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1${findings.length === 0 ? ' class="agreed"' : ""}>${title}</h1>
<p><code>${escapeXml(url)}</code> answered ${sent}. The same seed sends the same requests: <code>--seed ${seed}</code></p>
${renderContents(byOperation)}
</header>
<main>
${[...byOperation].map(renderOperation).join("\n")}
${renderList("Operations without findings", agreed)}
${renderList(
  "Operations that were not called",
  skipped.map(({ operation, reason }) => `${operation}: ${reason}`),
)}
</main>
</body>
</html>
`;
}

type Findings = VerifyResult["findings"];

/** Links to the operations, with the checks that found something. */
function renderContents(byOperation: ReadonlyMap<string, Findings>): string {
  const rows = [...byOperation].map(([operation, found], index) => {
    const names = [...new Set(found.map(({ check }) => check))].map(escapeXml).join(", ");
    return `<li><a href="#operation-${index}">${escapeXml(operation)}</a> <span>${names}</span></li>`;
  });
  return rows.length < 2 ? "" : `<nav aria-label="Operations"><ul>${rows.join("")}</ul></nav>`;
}

function renderOperation([operation, found]: readonly [string, Findings], index: number): string {
  const entries = found.map(
    ({ check, message, request, answer, count: times }) => `<article>
<h3>${escapeXml(check)}</h3>
<p>${escapeXml(message)}</p>
<p class="check">${escapeXml(checks[check])}${times > 1 ? ` ${times} requests show it; this is the first.` : ""}</p>
<h4>Request</h4>
<pre tabindex="0">${escapeXml(request)}</pre>
${answer === undefined ? "" : `<h4>Answer</h4>\n<pre tabindex="0">${escapeXml(answer)}</pre>`}
</article>`,
  );
  return `<section>\n<h2 id="operation-${index}">${escapeXml(operation)}</h2>\n${entries.join("\n")}\n</section>`;
}

function renderList(title: string, items: readonly string[]): string {
  return items.length === 0
    ? ""
    : `<section>\n<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${escapeXml(item)}</li>`).join("")}</ul>\n</section>`;
}
