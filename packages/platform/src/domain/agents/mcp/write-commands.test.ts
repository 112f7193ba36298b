import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeCommands } from "./write-commands.ts";

const page = readFileSync(
  new URL("../../../../../../docs/mcp-clients.md", import.meta.url),
  "utf8",
);

test.each(["claude", "cursor", "windsurf"] as const)(
  "the page for MCP clients has the line that a server answers for %s",
  (client) => {
    const url = "https://platform.example.com/mcp/6f9d2c1e-8b4a-4e57-9c3d-2a7b5e8f1d04";
    const commands = writeCommands("Support tools", url, { userId: "user-1" });
    expect(page.split("\n")).toContain(commands[client]);
  },
);
