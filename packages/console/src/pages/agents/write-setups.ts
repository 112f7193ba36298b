import type { McpServerDetail } from "../../../../../generated/types/index.js";
import type { Setups } from "./client-setup.tsx";

/** What to paste for an MCP server: the commands of the service, and the same as JSON, which reads the key from the environment. */
export function writeServerSetups(
  { commands, mcp_url, name }: Pick<McpServerDetail, "commands" | "mcp_url" | "name">,
  user: string,
  keyVariable: string,
): Setups {
  const url = `${mcp_url}?${new URLSearchParams({ user_id: user })}`;
  return {
    "Claude Code": commands.claude,
    Cursor: commands.cursor,
    Windsurf: commands.windsurf,
    JSON: writeJson(name, url, { "x-api-key": `\${${keyVariable}}` }),
  };
}

/** What to paste for an address that needs no key: that of a session, or one with a signature. */
export function writeAddressSetups(name: string, url: string): Setups {
  const short = toShortName(name);
  const quoted = quoteWord(url);
  return {
    "Claude Code": `claude mcp add --transport http ${short} ${quoted}`,
    Cursor: `cursor --add-mcp ${quoteWord(JSON.stringify({ name: short, url }))}`,
    Windsurf: `npx -y install-mcp ${quoted} --client windsurf --name ${short}`,
    JSON: writeJson(name, url),
  };
}

function writeJson(name: string, url: string, headers?: Readonly<Record<string, string>>): string {
  const server = { type: "http", url, ...(headers && { headers }) };
  return JSON.stringify({ mcpServers: { [toShortName(name)]: server } }, undefined, 2);
}

function toShortName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, "-")
      .replaceAll(/^-+|-+$/g, "") || "platform"
  );
}

/** A text as one word of a POSIX shell (IEEE Std 1003.1, Shell Command Language, 2.2.2). */
function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
