import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writePlainHead } from "../applications/toolkits/testing/write-plain-head.ts";
import { createSecrets } from "../base/secrets/secrets.ts";
import { testDatabases } from "../testing/test-database.ts";
import { createTestProject } from "../testing/test-project.ts";
import { readConfig } from "./config/read-config.ts";
import { openPlatform } from "./open-platform.ts";
import { StartError } from "./start-error.ts";

const toolkit = `${writePlainHead("one")}
paths:
  /a: { get: { operationId: a, summary: A, description: A., responses: { '200': { description: Ok. } } } }
`;

let folder = "";
/** One small toolkit, because reading the platform's own takes seconds. */
let toolkitFolder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-keys-"));
  toolkitFolder = await mkdtemp(join(tmpdir(), "platform-one-toolkit-"));
  await writeFile(join(toolkitFolder, "one.yaml"), toolkit);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(toolkitFolder, { recursive: true, force: true });
});

const makeKey = (): string => `1:${randomBytes(32).toString("base64")}`;

describe.each(testDatabases())("on $name", ({ open }) => {
  test("a start is refused with another master key under the same version", async () => {
    const parts = { database: open(), toolkitFolder };
    const database = await parts.database;
    const right = readConfig({ PLATFORM_DATA: folder, PLATFORM_MASTER_KEYS: makeKey() });
    const wrong = readConfig({ PLATFORM_DATA: folder, PLATFORM_MASTER_KEYS: makeKey() });
    const opened = await openPlatform(right, parts);
    await createTestProject(database, opened.platform.secrets);
    await openPlatform(right, parts);
    const refused = openPlatform(wrong, parts);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(/version 1 is not the one that wraps the secrets/);
  });

  test("credentials of the deployment that nothing would use are refused, each with its reason", async () => {
    const client = { client_id: "a" };
    const managed = {
      github: { OAUTH2: client, SAML: client },
      githup: { OAUTH2: client },
      hackernews: { OAUTH2: client },
    };
    const config = readConfig({
      PLATFORM_DATA: folder,
      PLATFORM_MASTER_KEYS: makeKey(),
      PLATFORM_MANAGED_AUTH: JSON.stringify(managed),
    });
    const refused = openPlatform(config, { database: open() });
    await expect(refused).rejects.toThrow(StartError);
    await expect(
      refused,
    ).rejects.toThrow(`- \`github\` takes credentials of the deployment for OAUTH2, and not for SAML
- the toolkit \`githup\` does not exist
- \`hackernews\` takes no credentials of the deployment, for OAUTH2 or any other scheme
`);
  });

  test("a start is refused when the file of the master keys was lost, and no new file takes its place", async () => {
    const database = await open();
    const keys = new Map([[1, randomBytes(32)]]);
    await createTestProject(database, createSecrets({ primary: 1, keys }));
    const config = readConfig({ PLATFORM_DATA: folder });
    const refused = openPlatform(config, { database: Promise.resolve(database), toolkitFolder });
    await expect(refused).rejects.toThrow(/Restore the file from a backup/);
    expect(await readdir(folder)).toEqual([]);
  });
});
