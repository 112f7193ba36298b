import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { type CommandRun, startProcess } from "./support/platform-process.ts";
import { runHere } from "./support/run-here.ts";

const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "keys are rotated only when every process that serves can read the new one",
  async () => {
    const makeKey = (version: number): string => `${version}:${randomBytes(32).toString("base64")}`;
    const [first, second, stranger] = [makeKey(1), makeKey(2), makeKey(2)];
    const shared = {
      DATABASE_URL: await createDatabase(server ?? ""),
      PLATFORM_BASE_URL: "http://127.0.0.1:3000",
      PLATFORM_POOL_SIZE: "4",
      HOST: "127.0.0.1",
    };
    const holdKeys = (...keys: readonly string[]): Record<string, string> => ({
      ...shared,
      PLATFORM_MASTER_KEYS: keys.join(","),
    });
    const rotate = (): Promise<CommandRun> => runHere(["keys", "rotate"], holdKeys(second, first));
    const created = await runHere(["keys", "create"], holdKeys(first));
    const ownerKey = /oak_[\w-]+/.exec(created.stdout)?.[0] ?? "";
    const old = await startProcess(holdKeys(first));
    const strange = await startProcess(holdKeys(stranger, first));
    // The process itself reports that the other one cannot read its new data.
    expect(strange.text()).toMatch(/process \d+ lacks version 2 of the master keys/);
    const refused = await rotate();
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/process \d+: holds version 1\n/);
    expect(refused.stderr).toMatch(/process \d+: holds another key as version 2\n/);
    expect(refused.stderr).toContain("Add version 2 at the end");
    // After SIGTERM it would keep serving for a while, for a load balancer.
    strange.send("SIGINT");
    await strange.ended;
    // The process that knows only the old key still reads the secrets from before the refusal.
    const owner = createKeyClient(old.url, ownerKey);
    const made = await owner.projects.createProject({
      body: { name: "before", should_create_api_key: true },
    });
    const config = await createSecret(createKeyClient(old.url, made.api_key ?? ""));

    // A process that can read the new key but does not use it yet replaces the old one.
    const ready = await startProcess(holdKeys(first, second));
    old.send("SIGINT");
    await old.ended;
    const rotated = await rotate();
    expect([rotated.code, rotated.stderr]).toEqual([0, expect.stringContaining("are rewrapped")]);
    expect(rotated.stdout).toMatch(
      /^Version 2 of the master keys wraps the data keys: [2-9]\d* rewrapped, 0 remain\.\n/,
    );
    expect(rotated.stdout).toMatch(
      /process \d+ wraps new data keys with version 1 still\. Move version 2/,
    );
    expect(rotated.stdout).not.toContain("can be taken out");
    const reader = createKeyClient(ready.url, made.api_key ?? "");
    expect(await readSecret(reader, config)).toBe("a-lo...");

    const current = await startProcess(holdKeys(second, first));
    ready.send("SIGINT");
    await ready.ended;
    const again = await rotate();
    expect(again.stdout).toContain(
      "Version 1 wraps none. It can be taken out of PLATFORM_MASTER_KEYS",
    );
    expect(await readSecret(createKeyClient(current.url, made.api_key ?? ""), config)).toBe(
      "a-lo...",
    );
    current.send("SIGINT");
    expect(await current.ended).toBe(0);
  },
  120_000,
);

function createKeyClient(baseUrl: string, key: string): Platform {
  return createPlatform({ baseUrl, auth: { ProjectKey: key, OrganizationKey: key }, retries: 0 });
}

/** Creates an auth config with a secret. Returns its id. */
async function createSecret(platform: Platform): Promise<string> {
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "github" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        credentials: { client_id: "id", client_secret: "a-long-client-secret" },
      },
    },
  });
  return auth_config.id;
}

async function readSecret(platform: Platform, nanoid: string): Promise<unknown> {
  const { credentials } = await platform.authConfigs.getAuthConfig({ nanoid });
  return credentials?.client_secret;
}
