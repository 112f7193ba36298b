import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { writeSamples } from "./write-samples.ts";

test("a shell gives curl the arguments as they were typed", () => {
  const input = { text: `it's "here" $HOME \`id\`\n\\` };
  const { curl, mcp } = writeSamples({
    baseUrl: "http://127.0.0.1:3000",
    tool: "EXAMPLE_SAY_HELLO",
    account: "ca_1",
    input,
  });
  const echo = `curl() { for each; do last=$each; done; printf %s "$last"; }\n${curl}`;
  const sent: unknown = JSON.parse(execFileSync("sh", ["-c", echo], { encoding: "utf8" }));
  expect(sent).toEqual({ connected_account_id: "ca_1", arguments: input });
  expect(JSON.parse(mcp)).toMatchObject({
    method: "tools/call",
    params: { name: "EXAMPLE_SAY_HELLO", arguments: input },
  });
});
