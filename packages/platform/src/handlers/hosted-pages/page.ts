import { type Html, html } from "./html.ts";

/** A page as it is sent, with the headers that its address and its content ask for. */
export type HostedPage = {
  readonly mediaType: "text/html";
  readonly headers: {
    readonly "Referrer-Policy": "no-referrer";
    readonly "Content-Security-Policy": string;
    readonly "Cache-Control": "no-store";
    readonly [name: string]: string;
  };
  readonly body: string;
};

/** Where the stylesheet of the pages is served. */
export const stylesheetPath = "/link.css";

/**
 * A page of the service for the browser of a user: plain HTML that works without JavaScript.
 *
 * @param images addresses of the images on it, which the policy lets the browser load
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
  return { mediaType: "text/html", headers: pageHeaders(images), body: page.html };
}

/** The headers of every answer of the hosted pages; the addresses of these pages are secrets. */
export function pageHeaders(images: readonly string[] = []): HostedPage["headers"] {
  const origins = images
    .filter((image) => URL.canParse(image))
    .map((image) => new URL(image).origin);
  // Without form-action: browsers hold redirects after a form against it, and ours lead to the application.
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

/** The style of the pages: readable, of the system's fonts, light and dark. */
export const stylesheet = `:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; --problem: #c62828; }
@media (prefers-color-scheme: dark) { :root { --problem: #ff8a80; } }
body { margin: 0; }
main { max-width: 30rem; margin: 10vh auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
img { width: 3rem; height: 3rem; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
button { margin-top: 1.5rem; padding: 0.5rem 1.25rem; font: inherit; }
[role="alert"] { border-inline-start: 0.25rem solid var(--problem); padding-inline-start: 0.75rem; }
[aria-invalid="true"] { border: 2px solid var(--problem); }
form p { margin: 1.25rem 0 0; }
.hint, form .hint, form .problem { margin: 0.25rem 0 0; font-size: 0.875rem; }
form .problem { color: var(--problem); font-weight: 600; }
`;
