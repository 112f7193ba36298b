/**
 * The content security policy of a page. Even for a hostile document, the browser loads only the site's own files, and
 * the page's form sends requests only to the document's servers.
 */
export function writePolicy(servers: readonly string[]): string {
  const origins = [...new Set(servers.map((url) => new URL(url).origin))];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...origins].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
