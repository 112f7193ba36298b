import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../e2e/world.ts";
import { runHere } from "../running/support/run-here.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";

let world: World;
let signed: string;
beforeAll(async () => {
  world = await startWorld();
  signed = await createSignedEndpoint(world, ["acme"]);
});
afterAll(() => world.close());

const inspect = (url: string, ...words: string[]) => runHere(["mcp", "inspect", url, ...words]);

test("an address is shown as clients of both eras see it", async () => {
  const { code, stdout, stderr } = await inspect(signed);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^2026-07-28: Of acme, \d+ tools\n {2}ACME_/);
  expect(stdout).toMatch(/\n2025-11-25: Of acme, \d+ tools\n {2}ACME_/);
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "mia" },
  });
  const asJson = await inspect(`${world.url}/tool_router/${session_id}/mcp`, "--json");
  const { eras } = JSON.parse(asJson.stdout) as { readonly eras: readonly object[] };
  expect(eras).toHaveLength(2);
  expect(eras[0]).toMatchObject({ tools: expect.arrayContaining(["PLATFORM_SEARCH_TOOLS"]) });
});

test.each<[string, () => string, string[], RegExp]>([
  ["a wrong signature", () => signed.replace("sig=", "sig=x"), [], /^2026-07-28: 401, /],
  ["a server that is not there", () => signed.replace(/mcp\/\w{8}/, "mcp/00000000"), [], /: 404, /],
  ["an address without a user", () => signed.split("?")[0] ?? "", [], /: 400, The URL does not/],
  ["another origin", () => signed, ["--origin", "https://evil.example"], /: 403, /],
  ["a page that is no endpoint", () => `${world.url}/docs`, [], /Check the path|: 40[45], /],
  [
    "a port at which nothing listens",
    () => "http://127.0.0.1:1/mcp/x",
    [],
    /nothing answers at 127/,
  ],
])("%s is named, with its fix", async (_title, url, words, problem) => {
  const { code, stdout } = await inspect(url(), ...words);
  expect(code).toBe(1);
  expect(stdout).toMatch(problem);
  expect(stdout).toMatch(/\n2025-11-25: /);
});
