import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { hashSha256 } from "../../src/base/secrets/hash.ts";
import { createConsoleLink } from "../../src/domain/keys/console-sessions.ts";
import { createFirstOrganization } from "../../src/domain/projects/create-organization.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { serve } from "../../src/process/serve.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { testDatabases } from "../../src/testing/test-database.ts";
import { ask } from "./ask.ts";

testDatabases();
const server = findNeed("postgresql");
const session = "/api/v3/console/session";

test.skipIf(server === undefined)(
  "two replicas of PostgreSQL share sessions and links, and both refuse them when the key is regenerated",
  async () => {
    const url = await createDatabase(server ?? "");
    const port = await findFreePort();
    // Addresses of one host and port, so that the browser has one cookie for both.
    const start = async (host: string) =>
      await serve({
        config: readConfig({
          DATABASE_URL: url,
          PLATFORM_BASE_URL: "http://localhost:3000",
          PLATFORM_MASTER_KEYS: keys,
          PLATFORM_LOG_LEVEL: "silent",
          PLATFORM_METRICS_PORT: "off",
          HOST: host,
          PORT: String(port),
        }),
      });
    const keys = `1:${randomBytes(32).toString("base64")}`;
    const one = await start("127.0.0.1");
    const two = await start("127.0.0.2");
    const host = `localhost:${port}`;
    try {
      const first = await createFirstOrganization(one.platform);
      if (first === undefined) {
        throw new Error("The database is new.");
      }
      const link = async () =>
        new URL(await createConsoleLink(two.platform, hashSha256(first.projectKey))).hash.slice(1);
      const open = async (at: string, token: string) =>
        await ask(at, `POST ${session}/link`, { host }, { token });
      const token = await link();
      const opened = await Promise.all([one.url, two.url].map((at) => open(at, token)));
      expect(opened.map(({ status }) => status).toSorted()).toEqual([201, 404]);
      const cookie = opened.find(({ status }) => status === 201)?.cookie;
      const look = async (): Promise<readonly number[]> =>
        await Promise.all(
          [one.url, two.url].map(
            async (at) => (await ask(at, `GET ${session}`, { host, cookie })).status,
          ),
        );
      expect(await look()).toEqual([200, 200]);
      const late = await link();
      const path = `/api/v3/org/owner/project/${first.projectId}/regenerate_api_key`;
      const renewed = await ask(two.url, `POST ${path}`, { "x-api-key": first.organizationKey });
      expect(renewed.status).toBe(200);
      expect(await look()).toEqual([401, 401]);
      expect((await open(one.url, late)).status).toBe(404);
    } finally {
      await Promise.all([one.stop(0), two.stop(0)]);
    }
  },
);
