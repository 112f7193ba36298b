import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changeAccount } from "../../../src/domain/accounts/connected-accounts/changing/change-account.ts";
import { lockAccount } from "../../../src/domain/accounts/connected-accounts/open-account.ts";
import { type Platform, runInProject } from "../../../src/domain/scope.ts";
import { toolkitFolder } from "../../../src/toolkits/load-toolkits.ts";
import type { World } from "../../e2e/world.ts";

/** Writes the toolkits as they are shipped, Google Calendar led to the application. */
export function writeCalendarToolkit(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-watches-"));
  cpSync(toolkitFolder, folder, { recursive: true });
  const file = join(folder, "googlecalendar.yaml");
  const led = readFileSync(file, "utf8").replace(
    /^servers:\n {2}- url: \S+/m,
    `servers:\n  - url: ${url}`,
  );
  writeFileSync(file, led);
  return folder;
}

/** An ACTIVE account of Google Calendar, as it is after its user signed in. */
export async function openCalendarAccount(
  client: World["platform"],
  platform: Platform,
): Promise<string> {
  const projectId = (await client.auth.getSessionInfo()).project?.id ?? "";
  const { auth_config } = await client.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "googlecalendar" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        credentials: { client_id: "c", client_secret: "s" },
      },
    },
  });
  const link = await client.connectedAccounts.createLink({
    body: { auth_config_id: auth_config.id, user_id: "ada" },
  });
  const id = link.connected_account_id;
  await runInProject(platform, projectId, async (scope) => {
    const tokens = { access_token: "good-token", token_type: "bearer" };
    const event = { type: "grant_succeeded", purpose: "connect", tokens } as const;
    await changeAccount(scope, await lockAccount(scope, id), event, { val: tokens });
  });
  return id;
}
