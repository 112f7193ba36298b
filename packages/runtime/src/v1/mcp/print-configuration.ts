/** How a client of the protocol starts a server. */
export interface ServerCommand {
  /** The name of the server in the client. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The variables of the environment that the user has to set. */
  readonly variables: readonly string[];
}

/** Text to paste into Claude Code, Claude Desktop, Cursor and VS Code, so that they start the server. */
export function printConfiguration({ name, command, args, variables }: ServerCommand): string {
  const env = Object.fromEntries(variables.map((variable) => [variable, "<value>"]));
  const server = { command, args, ...(variables.length > 0 && { env }) };
  const flags = variables.map((variable) => `--env '${variable}=<value>' `).join("");
  return [
    "Claude Code:",
    `  claude mcp add ${name} ${flags}-- ${[command, ...args].map(quoteWord).join(" ")}`,
    "",
    "Claude Desktop (claude_desktop_config.json) and Cursor (.cursor/mcp.json):",
    indent({ mcpServers: { [name]: server } }),
    "",
    "VS Code (.vscode/mcp.json):",
    indent({ servers: { [name]: { type: "stdio", ...server } } }),
    "",
  ].join("\n");
}

/** The same for a server that is reached over HTTP. */
export function printHttpConfiguration(name: string, url: string): string {
  return [
    "Claude Code:",
    `  claude mcp add --transport http ${name} ${url}`,
    "",
    "Cursor (.cursor/mcp.json):",
    indent({ mcpServers: { [name]: { url } } }),
    "",
    "VS Code (.vscode/mcp.json):",
    indent({ servers: { [name]: { type: "http", url } } }),
    "",
  ].join("\n");
}

function indent(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(/^/gm, "  ");
}

/** A word of a command for a POSIX shell. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
