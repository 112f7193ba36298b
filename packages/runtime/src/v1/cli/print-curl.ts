/**
 * A request as a command of curl for a POSIX shell. Names of variables such as `$PETS_API_KEY` stay names, so that the text
 * has no secrets.
 *
 * @param variables the names of variables that stand in the request instead of credentials
 */
export async function printCurl(request: Request, variables: readonly string[]): Promise<string> {
  const quote = (text: string): string => quoteWord(text, variables);
  const words = ["curl", ...(request.method === "GET" ? [] : ["-X", request.method])];
  // A name in the query was encoded.
  const url = variables.reduce(
    (text, name) => text.replaceAll(encodeURIComponent(`$${name}`), `$${name}`),
    request.url,
  );
  words.push(quote(url));
  for (const [name, value] of request.headers) {
    const basic = /^Basic (.+)$/.exec(value)?.[1];
    const flag = name === "authorization" && basic !== undefined;
    words.push(...(flag ? ["-u", quote(atob(basic))] : ["-H", quote(`${name}: ${value}`)]));
  }
  const body = await request.text();
  if (body !== "") {
    words.push("--data-raw", quote(body));
  }
  return words.join(" ");
}

/** Names of variables are in double quotes, and everything else in single ones. */
function quoteWord(text: string, variables: readonly string[]): string {
  const names = variables.map((name) => `\\$${name}(?!\\w)`).join("|");
  const parts = names === "" ? [text] : text.split(new RegExp(`(${names})`));
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : quoteLiteral(part))).join("");
}

function quoteLiteral(text: string): string {
  return text === "" || /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
