import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolkitFolder } from "../../../src/base/package-files.ts";
import { changeAccount } from "../../../src/domain/accounts/connected-accounts/changing/change-account.ts";
import { lockAccount } from "../../../src/domain/accounts/connected-accounts/open-account.ts";
import { type Platform, runInProject } from "../../../src/domain/scope.ts";
import type { World } from "../../e2e/world.ts";

/** Writes the toolkits as they are shipped, one of them led to the application. */
export function writeWatchedToolkit(slug: string, url: string): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-watches-"));
  cpSync(toolkitFolder, folder, { recursive: true });
  const file = join(folder, `${slug}.yaml`);
  const led = readFileSync(file, "utf8")
    .replace(/^servers:\n {2}- url: \S+/m, `servers:\n  - url: ${url}`)
    .replace(/^( +keys:) \S+$/m, `$1 ${url}/certs`);
  writeFileSync(file, led);
  return folder;
}

/** An auth config of the project, with an OAuth client of its own unless the deployment's is wanted. */
export async function makeAuthConfig(
  client: World["platform"],
  slug: string,
  credentials: Readonly<Record<string, string>> | "managed",
): Promise<string> {
  const { auth_config } = await client.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug },
      auth_config:
        credentials === "managed"
          ? { type: "use_platform_managed_auth" }
          : {
              type: "use_custom_auth",
              authScheme: "OAUTH2",
              credentials: { client_id: "c", client_secret: "s", ...credentials },
            },
    },
  });
  return auth_config.id;
}

/** An ACTIVE account, as it is after its user signed in. */
export async function openWatchedAccount(
  client: World["platform"],
  platform: Platform,
  { authConfigId, token }: { readonly authConfigId: string; readonly token: string },
): Promise<string> {
  const projectId = (await client.auth.getSessionInfo()).project?.id ?? "";
  const link = await client.connectedAccounts.createLink({
    body: { auth_config_id: authConfigId, user_id: "ada" },
  });
  const id = link.connected_account_id;
  await runInProject(platform, projectId, async (scope) => {
    const tokens = { access_token: token, token_type: "bearer" };
    const event = { type: "grant_succeeded", purpose: "connect", tokens } as const;
    await changeAccount(scope, await lockAccount(scope, id), event, { val: tokens });
  });
  return id;
}
