import type { Schemas } from "../../../base/api-types.ts";

/** The user of a client, and the environment variable with the project's key. */
export interface CommandOptions {
  /** Default: `default`. */
  readonly userId?: string | undefined;
  /** A name that shells allow. Default: `PLATFORM_API_KEY`. */
  readonly keyVariable?: string | undefined;
}

/**
 * Writes a command line for each client that adds a server to it. The line reads the key from the environment of the
 * shell.
 *
 * @param name the server's name: letters, digits, spaces and hyphens
 * @param url the server's address, without a user
 */
export function writeCommands(
  name: string,
  url: string,
  { userId = "default", keyVariable = "PLATFORM_API_KEY" }: CommandOptions,
): Schemas["McpServerCommands"] {
  const short = toShortName(name);
  const address = `${url}?${new URLSearchParams({ user_id: userId })}`;
  const cursor = JSON.stringify({
    name: short,
    url: address,
    headers: { "x-api-key": `\${env:${keyVariable}}` },
  });
  const header = `--header "x-api-key: $${keyVariable}"`;
  return {
    claude: `claude mcp add --transport http ${short} ${quote(address)} ${header}`,
    cursor: `cursor --add-mcp ${quote(cursor)}`,
    windsurf: `npx -y install-mcp ${quote(address)} --client windsurf --name ${short} ${header}`,
  };
}

/**
 * A name of lower-case letters, digits and single hyphens. It does not begin with a hyphen, so it cannot be taken for
 * an option, and it needs no quotes.
 */
function toShortName(name: string): string {
  const short = name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return short === "" ? "platform" : short;
}

/** Quotes a string as one word of a POSIX shell (IEEE Std 1003.1, Shell Command Language, 2.2.2). */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
