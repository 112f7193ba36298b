import type { HttpRequest } from "./build-request.ts";

/** The maximum number of a body's characters that are shown. */
const longest = 2000;

/** Headers whose values are replaced, because people share reports. */
const secretHeaders = /^(?:authorization|cookie|.*(?:key|token|secret).*)$/i;

/** A request as a `curl` command, without the values of credentials. */
export function renderCurl(
  { method, url, headers, body }: HttpRequest,
  secrets: readonly string[],
): string {
  const hide = (text: string): string => hideSecrets(text, secrets);
  const words = ["curl", ...(method === "GET" ? [] : ["-X", method]), quote(hide(url))];
  for (const [name, value] of headers) {
    words.push("-H", quote(`${name}: ${secretHeaders.test(name) ? "***" : hide(value)}`));
  }
  if (body instanceof FormData) {
    for (const [name, value] of body) {
      words.push("-F", quote(`${name}=${typeof value === "string" ? value : `@${value.name}`}`));
    }
  } else if (body !== undefined) {
    const text = typeof body === "string" ? body : Buffer.from(body).toString("latin1");
    words.push(
      "--data-raw",
      quote(hide(text.length > longest ? `${text.slice(0, longest)}…` : text)),
    );
  }
  return words.join(" ");
}

/** A text in which `***` stands for each secret. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce(
      (left, secret) =>
        left.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***"),
      text,
    );
}

/** A word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
