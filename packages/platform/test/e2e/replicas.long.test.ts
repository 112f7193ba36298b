import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { type Replicas, startReplicas } from "./replicas.ts";
import { catchRefusal } from "./world.ts";

/** The full target with SOAK=1, otherwise a part of it. */
const isSoak = process.env.SOAK === "1";
const keyCount = isSoak ? 200 : 12;
const callerCount = isSoak ? 50 : 16;

/** Milliseconds after which a caller repeats a request that is still in flight, as clients do. */
const retryMs = 20;

function reportLost(error: unknown): { readonly status: undefined; readonly body: string } {
  if (error instanceof TypeError) {
    return { status: undefined, body: "" };
  }
  throw error;
}

describe.skipIf(findNeed("postgresql") === undefined)("two processes on one database", () => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await startReplicas(await createDatabase(findNeed("postgresql") ?? ""), 2);
  }, 120_000);
  afterAll(async () => {
    await replicas?.stop();
  }, 60_000);

  const readUrlAt = (index: number): string => replicas.urls[index % 2] ?? "";
  const createClientAt = (index: number, key: string): Platform =>
    createPlatform({
      baseUrl: readUrlAt(index),
      auth: { ProjectKey: key, OrganizationKey: key },
      retries: 0,
    });

  test("a key that one of them replaced is refused by the other from the answer on, fifty times", async () => {
    const createOwner = (index: number): Platform =>
      createClientAt(index, replicas.organizationKey);
    const made = await createOwner(0).projects.createProject({
      body: { name: "revoked", should_create_api_key: true },
    });
    let key = made.api_key ?? "";
    const wrong: string[] = [];
    for (let round = 0; round < 50; round += 1) {
      const other = createClientAt(round + 1, key);
      // The other process has just seen that the key is valid. If it had a cache, the key would be in it.
      await other.auth.getSessionInfo();
      const renewed = await createOwner(round).projects.regenerateApiKey({ nano_id: made.id });
      const refusals = await Promise.all([
        catchRefusal(other.auth.getSessionInfo()),
        catchRefusal(other.connectedAccounts.listConnectedAccounts()),
        catchRefusal(createClientAt(round, key).auth.getSessionInfo()),
      ]);
      wrong.push(...refusals.filter((refusal) => refusal !== "401 Auth_KeyInvalid"));
      key = renewed.api_key.key;
      await createClientAt(round + 1, key).auth.getSessionInfo();
    }
    expect(wrong).toEqual([]);
    await createOwner(0).projects.deleteProject({ nano_id: made.id });
    expect(await catchRefusal(createClientAt(1, key).auth.getSessionInfo())).toBe(
      "401 Auth_KeyInvalid",
    );
  }, 120_000);

  test(`${keyCount} idempotency keys, each sent by ${callerCount} callers to both, have ${keyCount} effects`, async () => {
    const made = await createClientAt(0, replicas.organizationKey).projects.createProject({
      body: { name: "idempotent", should_create_api_key: true },
    });
    const key = made.api_key ?? "";
    const statuses = new Map<number, number>();
    const post = async (caller: number, name: string, idempotencyKey: string) => {
      const response = await fetch(`${readUrlAt(caller)}/api/v3/auth_configs`, {
        method: "POST",
        headers: {
          "x-api-key": key,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify({
          toolkit: { slug: "github" },
          auth_config: {
            type: "use_custom_auth",
            authScheme: "OAUTH2",
            name,
            credentials: { client_id: "a", client_secret: "b" },
          },
        }),
      });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      return { status: response.status, body: await response.text() };
    };
    const postUntilAnswered = async (caller: number, name: string): Promise<string> => {
      for (;;) {
        // After a broken connection the caller does not know the outcome of its request. The `Idempotency-Key` exists
        // for this case.
        const { status, body } = await post(caller, name, `key ${name}`).catch(reportLost);
        if (status === 201) {
          return body;
        }
        if (status !== undefined) {
          expect([status, JSON.parse(body).error.slug]).toEqual([409, "Idempotency_InFlight"]);
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    };
    for (let first = 0; first < keyCount; first += 20) {
      // Twenty keys at a time: all callers of one key begin together.
      const names = Array.from(
        { length: Math.min(20, keyCount - first) },
        (_, n) => `n${first + n}`,
      );
      await Promise.all(
        names.map(async (name) => {
          const callers = Array.from({ length: callerCount }, (_, caller) => caller);
          const bodies = await Promise.all(
            callers.map((caller) => postUntilAnswered(caller, name)),
          );
          expect(new Set(bodies).size).toBe(1);
        }),
      );
    }
    const platform = createClientAt(0, key);
    const listed = await platform.authConfigs.listAuthConfigs({ limit: 1000 });
    expect(listed.total_items).toBe(keyCount);
    expect(new Set(listed.items.map(({ name }) => name)).size).toBe(keyCount);
    for (const caller of [0, 1]) {
      const other = await post(caller, "another", "key n0");
      expect([other.status, JSON.parse(other.body).error.slug]).toEqual([
        422,
        "Idempotency_KeyReused",
      ]);
    }
    console.log(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
  }, 600_000);
});
