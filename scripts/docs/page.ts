/** The page, its style and its script. The policy in it keeps the browser from loading anything from another host. */
export function indexPage(title: string, description: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>${escapeHtml(title)}</title>
    <meta name="description" content="${escapeHtml(description)}">
    <link rel="icon" href="data:,">
    <link rel="alternate" type="text/plain" title="For language models" href="llms.txt">
    <link rel="stylesheet" href="docs.css">
  </head>
  <body>
    <noscript>
      <p>This reference needs JavaScript. Without it, read <a href="llms.txt">llms.txt</a>, which links to a plain page
      for every operation, or the document itself: <a href="openapi.yaml">openapi.yaml</a>,
      <a href="openapi.json">openapi.json</a>.</p>
    </noscript>
    <main id="reference"></main>
    <script src="redoc.standalone.js"></script>
    <script src="docs.js"></script>
  </body>
</html>
`;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Redoc's components write style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Redoc's search runs in a worker that it makes from a blob.
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** What starts Redoc. The options are Redoc's own; colours pass WCAG AA on white. */
export const docsScript: string = `"use strict";

Redoc.init(
  "reference.json",
  {
    downloadUrls: [
      { title: "YAML", url: "openapi.yaml" },
      { title: "JSON", url: "openapi.json" },
    ],
    expandResponses: "200,201,202",
    generatedSamplesMaxDepth: 6,
    hideLoading: false,
    hideSchemaTitles: false,
    jsonSamplesExpandLevel: 4,
    maxDisplayedEnumValues: 16,
    menuToggle: true,
    minCharacterLengthToInitSearch: 2,
    nativeScrollbars: true,
    pathInMiddlePanel: true,
    sortRequiredPropsFirst: true,
    theme: {
      colors: { primary: { main: "#1d4ed8" } },
      sidebar: { width: "280px" },
      typography: {
        fontFamily: "system-ui, sans-serif",
        headings: { fontFamily: "system-ui, sans-serif", fontWeight: "600" },
        code: { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", color: "#9d174d" },
      },
    },
  },
  document.getElementById("reference"),
);
`;

/** What Redoc's own style leaves: the page's margin, and tables that scroll by themselves on a narrow screen. */
export const docsStyle: string = `body {
  margin: 0;
}

noscript p {
  max-width: 40rem;
  margin: 3rem auto;
  font-family: system-ui, sans-serif;
  line-height: 1.5;
}

.redoc-markdown table {
  display: block;
  overflow-x: auto;
}
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
