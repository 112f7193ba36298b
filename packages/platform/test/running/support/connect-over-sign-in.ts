import { browse } from "../../e2e/suites/hosted-pages.ts";
import type { World } from "../../e2e/world.ts";

/** Connects an account of `acme` by its sign-in and returns its id. */
export async function connectOverSignIn(world: World, user_id: string): Promise<string> {
  const config = await world.platform.authConfigs.createAuthConfig({
    body: { toolkit: { slug: "acme" }, auth_config: { type: "use_platform_managed_auth" } },
  });
  const made = await world.platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: config.auth_config.id },
      connection: { user_id },
      validate_credentials: false,
    },
  });
  const led = await browse(world, made.redirect_url ?? "", { form: {} });
  const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
  const provider = await fetch(led.headers.get("location") ?? "", { redirect: "manual" });
  await browse(world, provider.headers.get("location") ?? "", { headers: { cookie } });
  return made.id;
}
