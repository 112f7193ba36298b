import type { VerifyResult } from "../../../commands/verify.ts";
import { groupBy } from "../../../group-by.ts";
import { escapeXml } from "../../../text/escape-xml.ts";
import { type Check, checks } from "../../../verify/checks.ts";
import { count } from "../count.ts";
import { summarizeRun } from "./summarize-run.ts";

/**
 * A page with the coverage and the findings by operation. Each check has a box that hides its findings. The page loads no
 * other files and has no scripts.
 */
export function renderHtml(result: VerifyResult, url: string): string {
  const { findings, operations, seed } = result;
  const byOperation = groupBy(findings, ({ operation }) => operation);
  const agreed = operations.filter((name) => !byOperation.has(name));
  const title = findings.length === 0 ? "No findings" : count(findings.length, "finding");
  const { warning, coverage, left, workflows } = summarizeRun(result);
  const byCheck = groupBy(findings, ({ check }) => check);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} · specwright verify</title>
<style>${reportStyle}${[...byCheck.keys()].map(hideUnchecked).join("")}</style>
</head>
<body>
<header>
<h1${findings.length === 0 ? ' class="agreed"' : ""}>${title}</h1>
${warning === undefined ? "" : `<p class="warning">${escapeXml(warning)}</p>`}
<p><code>${escapeXml(url)}</code></p>
<ul>${coverage.map((line) => `<li>${escapeXml(line)}</li>`).join("")}</ul>
<p>The same seed sends the same requests: <code>--seed ${seed}</code></p>
${renderFilters(byCheck)}
${renderList("Workflows", workflows)}
${renderList("Not called", left)}
${renderContents(byOperation)}
</header>
<main>
${[...byOperation].map(renderOperation).join("\n")}
${renderList("Operations without findings", agreed)}
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

/** A box for each check, with the number of its findings. */
function renderFilters(byCheck: ReadonlyMap<Check, Findings>): string {
  const boxes = [...byCheck].map(
    ([check, found]) =>
      `<label><input type="checkbox" id="show-${check}" checked> ${check} ${found.length}</label>`,
  );
  return boxes.length === 0
    ? ""
    : `<fieldset><legend>Findings by check</legend>${boxes.join("\n")}</fieldset>`;
}

/** The rule that hides the findings of a check whose box is not checked. */
function hideUnchecked(check: Check): string {
  return `body:has(#show-${check}:not(:checked)) .${check}{display:none}\n`;
}

function renderOperation([operation, found]: readonly [string, Findings], index: number): string {
  const entries = found.map(
    ({ check, message, request, answer, count: times }) => `<article class="${check}">
<h3>${escapeXml(check)}</h3>
<p>${escapeXml(message)}</p>
<p class="check">${escapeXml(checks[check])}${times > 1 ? ` ${times} requests show it; this is the first.` : ""}</p>
${request === "" ? "" : `<h4>Request</h4>\n<pre tabindex="0">${escapeXml(request)}</pre>`}
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

/** The style of the report: in the colours that the reader's system prefers, and without a width of its own on paper. */
const reportStyle = `
:root{color-scheme:light dark;--text:#1b1f24;--dim:#57606a;--page:#fff;--code:#f3f4f6;--line:#d0d7de;--bad:#b42318;--good:#067647;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--dim:#9aa4af;--page:#0d1117;--code:#161b22;--line:#30363d;--bad:#ff8a80;--good:#5bd38b;--link:#79b8ff}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--text);font:1rem/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}
h1{color:var(--bad);font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}
h1.agreed{color:var(--good)}
h2{border-bottom:1px solid var(--line);font-size:1.25rem;margin:2.5rem 0 1rem;padding-bottom:.3rem;scroll-margin-top:1rem}
h3{color:var(--bad);font:600 1rem/1.4 ui-monospace,monospace;margin:0}
h4{color:var(--dim);font-size:.8rem;font-weight:600;margin:.75rem 0 .25rem}
p{margin:.35rem 0}
a{color:var(--link)}
.warning{border-left:3px solid var(--bad);font-weight:600;padding-left:.75rem}
fieldset{border:1px solid var(--line);border-radius:.3rem;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0}
.check,nav span{color:var(--dim);font-size:.9rem}
article{border-left:3px solid var(--bad);margin:1rem 0 1.75rem;padding-left:1rem}
code,pre{background:var(--code);border-radius:.3rem;font:.875rem/1.5 ui-monospace,monospace}
code{padding:.1rem .3rem}
pre{margin:0;overflow:auto;padding:.6rem .75rem;white-space:pre-wrap}
ul{padding-left:1.25rem}
nav ul{list-style:none;margin:1rem 0 0;padding:0}
nav li{padding:.15rem 0}
@media print{body{max-width:none}pre{border:1px solid var(--line)}}
`;
