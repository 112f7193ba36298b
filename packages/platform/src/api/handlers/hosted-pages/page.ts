import { type Html, html } from "./html.ts";
import { stylesheetPath } from "./stylesheet.ts";

/** A page as it is sent. Its headers protect its secret address and restrict its content. */
export interface HostedPage {
  readonly mediaType: "text/html";
  readonly headers: {
    readonly "Referrer-Policy": "no-referrer";
    readonly "Content-Security-Policy": string;
    readonly "Cache-Control": "no-store";
    readonly [name: string]: string;
  };
  readonly body: string;
}

/**
 * Creates a page for a user's browser: plain HTML that works without JavaScript.
 *
 * @param images addresses of the images on the page, which its policy allows the browser to load
 */
export function createPage(
  title: string,
  content: Html,
  images: readonly string[] = [],
): HostedPage {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  return { mediaType: "text/html", headers: createPageHeaders(images), body: page.html };
}

/** The headers of every response of the hosted pages. Their addresses are secrets. */
export function createPageHeaders(images: readonly string[] = []): HostedPage["headers"] {
  // Host names may contain `;`, `*` and `'` (URL Standard, section 3.2). An address with these could change the
  // policy.
  const origins = images
    .map((image) => (URL.canParse(image) ? new URL(image).origin : ""))
    .filter((origin) => /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?$/.test(origin));
  // The policy has no form-action: browsers also apply it to redirects after a form, and ours lead to the
  // application.
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `img-src ${["'self'", ...new Set(origins)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
  };
}
