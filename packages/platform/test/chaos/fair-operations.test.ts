import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../e2e/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_ROLE: "api" } });
});
afterAll(() => world.close());

test("a response says what is left of the requests and of the processor time", async () => {
  const ask = async () => {
    const { headers } = await fetch(`${world.url}/api/v3/tools?limit=1000`, {
      headers: { "x-api-key": world.keys.project },
    });
    expect(headers.get("ratelimit-policy")).toBe(
      '"default";q=100000;w=60, "processor";q=60000;w=60;qu="milliseconds"',
    );
    return Number(
      /^"default";r=\d+;t=\d+, "processor";r=(\d+);t=\d+$/.exec(
        headers.get("ratelimit") ?? "",
      )?.[1],
    );
  };
  // It says what the requests before it took, unless a new window has begun since.
  await expect.poll(ask).toBeLessThan(60_000);
});
