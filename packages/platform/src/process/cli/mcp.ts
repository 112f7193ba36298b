import { type Command, InvalidArgumentError } from "commander";
import { inspectMcp } from "../checking/inspect-mcp.ts";
import { jsonFlag, runCommand, type SetCode, type SharedFlags } from "./run-command.ts";

const help = `
The address is asked as clients of both eras of the protocol ask it: with 2026-07-28, and with the handshake before.
The project's key is read from PLATFORM_API_KEY. A signed address and a session need none.

Examples:
  platform mcp inspect 'http://localhost:3000/mcp/6f9d2c1e-8b4a-4e57-9c3d-2a7b5e8f1d04?user_id=user-1'
  platform mcp inspect http://localhost:3000/tool_router/trs_V1StGXR8_Z5jdHi6B-myT9/mcp --json
  platform mcp inspect https://platform.example.com/mcp/… --origin https://app.example.com`;

/** Adds `platform mcp` with `inspect`. */
export function addInspectMcp(program: Command, setCode: SetCode): void {
  program
    .command("mcp")
    .description("Look at MCP endpoints.")
    .command("inspect")
    .description("List what MCP clients see at an address, or say what is wrong with it.")
    .argument("<url>", "the address that a client is configured with", parseAddress)
    .option("--origin <origin>", "the site of a client in a browser, as https://app.example.com")
    .option(...jsonFlag)
    .addHelpText("after", help)
    .action(async (url: string, { json, origin }: { origin?: string } & SharedFlags) => {
      const key = process.env.PLATFORM_API_KEY;
      setCode(await runCommand({ json }, () => inspectMcp(url, { key, origin })));
    });
}

function parseAddress(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError("Write a whole address, as in http://localhost:3000/mcp/….");
  }
  return text;
}
