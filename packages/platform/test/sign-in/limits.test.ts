import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../e2e/world.ts";
import { createTenant } from "./support/tenant.ts";

test("the pages and the metadata of the sign-in count against the limit of the caller's address", async () => {
  const world = await startWorld({ environment: { PLATFORM_RATE_LIMIT: "40" } });
  onTestFinished(() => world.close());
  const tenant = await createTenant(world, "limits");
  const { origin, pathname } = new URL(tenant.resource);
  for (const place of [
    `${tenant.issuer}/auth`,
    `${tenant.issuer}/interaction/aaaaaaaaaaaaaaaaaaaa`,
    `${tenant.issuer}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server/oauth/${tenant.id}`,
    `${origin}/.well-known/oauth-protected-resource${pathname}`,
  ]) {
    const ask = async (): Promise<string> => {
      const response = await fetch(place, { redirect: "manual" });
      await response.text();
      return `${response.status} ${response.headers.has("retry-after")}`;
    };
    // A new window may begin meanwhile, but not often enough to admit all of these.
    await expect.poll(() => Promise.all(Array.from({ length: 50 }, ask))).toContain("429 true");
  }
});
