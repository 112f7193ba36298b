import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { installPackages } from "../schemathesis/python-environment.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";

const python = findNeed("python");
const inSupport = (name: string) => fileURLToPath(new URL(`support/${name}`, import.meta.url));

describe.skipIf(python === undefined)("the clients for Python", () => {
  let world: World;
  let program: string;
  beforeAll(async () => {
    world = await startWorld();
    const requirements = inSupport("requirements.txt");
    const folder = await installPackages(python ?? "", { name: "mcp-clients", requirements });
    program = `${folder}/bin/python`;
  }, 300_000);
  afterAll(() => world.close());

  test("mcp and fastmcp list the tools of a server and call one, in both eras", async () => {
    const config = await createConfig(world, "API_KEY");
    await connect(world, config, "API_KEY", { generic_api_key: goodKey }, { user_id: "mia" });
    const url = await createSignedEndpoint(world, ["acme"]);
    const words = [inSupport("list-and-call.py"), url, "ACME_CREATE_THING", '{"title":"a"}'];
    const { stdout } = await promisify(execFile)(program, words);
    const seen = stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    const clients = ["mcp auto", "fastmcp auto", "mcp legacy", "fastmcp legacy"];
    expect(seen).toMatchObject(
      clients.map((client) => ({
        client,
        names: expect.arrayContaining(["ACME_CREATE_THING", "PLATFORM_READ_RESULT"]),
        isError: false,
        content: expect.any(Object),
      })),
    );
  }, 120_000);
});
