import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { writeAddressSetups, writeServerSetups } from "./write-setups.ts";

test("a user's name stays one word of the shell and one value of the address, whatever is in it", () => {
  const user = `a'b"; rm -rf ~ #&sig=x`;
  const url = `https://platform.example.com/mcp/1?${new URLSearchParams({ user_id: user })}`;
  const claude = writeAddressSetups("-- Tools!", url)["Claude Code"] ?? "";
  const words = execFileSync("sh", ["-c", `printf '%s\\n' ${claude}`], { encoding: "utf8" });
  expect(words.trim().split("\n")).toEqual([
    "claude",
    "mcp",
    "add",
    "--transport",
    "http",
    "tools",
    url,
  ]);
  expect(new URL(url).searchParams.get("user_id")).toBe(user);
});

test("JSON names the variable of the key, and the user", () => {
  const server = {
    name: "Support tools",
    mcp_url: "https://platform.example.com/mcp/1",
    commands: { claude: "c", cursor: "u", windsurf: "w" },
  };
  const setups = writeServerSetups(server, "user 1", "MY_KEY");
  expect(setups["Claude Code"]).toBe("c");
  expect(JSON.parse(setups.JSON ?? "")).toEqual({
    mcpServers: {
      "support-tools": {
        type: "http",
        url: "https://platform.example.com/mcp/1?user_id=user+1",
        headers: { "x-api-key": `\${MY_KEY}` },
      },
    },
  });
});
