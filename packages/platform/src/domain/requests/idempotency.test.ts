import { beforeAll, describe, expect, test } from "vitest";
import { SecretUnreadableError } from "../../base/secrets/cipher.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import { createTestProject } from "../../testing/test-project.ts";
import type { Platform } from "../scope.ts";
import {
  claimIdempotencyKey,
  createClaim,
  fingerprintRequest,
  type IdempotencyOwner,
  keepClaim,
  releaseIdempotencyKey,
  storeAnswer,
} from "./idempotency.ts";

const answer = {
  status: 201,
  headers: { "content-type": "application/json" },
  body: '{"key":"canary"}',
};

describe.each(testDatabases())("on $name", ({ open }) => {
  let platform: Platform;
  let owner: IdempotencyOwner;
  let organization: IdempotencyOwner;
  beforeAll(async () => {
    const database = await open();
    platform = createTestPlatform(database);
    const made = await createTestProject(database, platform.secrets);
    owner = { kind: "project", id: made.projectId };
    organization = { kind: "organization", id: made.organizationId };
  });
  const claim = async (
    key: string,
    fingerprint = "f".repeat(64),
    hasOutsideEffect = true,
    who = owner,
  ) => {
    const made = createClaim(who, key);
    const request = { key, fingerprint, hasOutsideEffect };
    const start = await claimIdempotencyKey(platform, made, request);
    return start.kind === "run" ? { ...start, claim: made } : start;
  };
  const cutOff = (): Promise<unknown> =>
    platform.database.transactInProject(owner.id, (trx) =>
      trx
        .updateTable("idempotency_keys")
        .set({ leased_until: new Date(0) })
        .execute(),
    );

  test("an answer of many pieces is given again as it was, and not at all when one is missing", async () => {
    // Pieces end between the two halves of this character.
    const body = `x${"\u{1f600}".repeat(300_000)}end`;
    const start = await claim("in pieces");
    if (start.kind !== "run") {
      throw new Error("The key was used before.");
    }
    await storeAnswer(platform, start.claim, { ...answer, body });
    const again = await claim("in pieces");
    expect(again).toEqual({ kind: "replay", answer: { ...answer, body } });
    const removed = await platform.database.transactInProject(owner.id, (trx) =>
      trx.deleteFrom("idempotency_pieces").where("piece", "=", 2).executeTakeFirst(),
    );
    expect(removed.numDeletedRows).toBe(1n);
    await expect(claim("in pieces")).rejects.toThrow(SecretUnreadableError);
  });

  test("eight keys with twenty callers each have eight effects, and all get the first answer", async () => {
    const effects = new Map<string, number>();
    const keys = Array.from({ length: 8 }, (_, index) => `many-${index}`);
    const call = async (key: string): Promise<string> => {
      for (;;) {
        const start = await claim(key).catch((error: unknown) => {
          if (error instanceof Error && error.message === "Idempotency_InFlight") {
            return undefined;
          }
          throw error;
        });
        if (start?.kind === "replay") {
          return start.answer.body;
        }
        if (start?.kind === "run") {
          effects.set(key, (effects.get(key) ?? 0) + 1);
          await storeAnswer(platform, start.claim, { ...answer, body: key });
          return key;
        }
      }
    };
    const bodies = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 20 }, () => call(key))),
    );
    expect([...effects.values()]).toEqual(keys.map(() => 1));
    expect(bodies).toEqual(keys.flatMap((key) => Array.from({ length: 20 }, () => key)));
  });

  test("the first answer comes again, for a project and for an organization, and is sealed", async () => {
    for (const who of [owner, organization]) {
      const start = await claim("again", undefined, true, who);
      if (start.kind !== "run") {
        throw new Error("not the first");
      }
      await storeAnswer(platform, start.claim, answer);
      expect(await claim("again", undefined, true, who)).toEqual({ kind: "replay", answer });
    }
    const rows = await platform.database.transactInProject(owner.id, (trx) =>
      trx.selectFrom("idempotency_keys").selectAll().execute(),
    );
    expect(JSON.stringify(rows)).not.toMatch(/canary|"again"/);
  });

  test("another request with the same key is refused, also while the first runs", async () => {
    await claim("reused");
    await expect(claim("reused", "0".repeat(64))).rejects.toMatchObject({
      slug: "Idempotency_KeyReused",
    });
    await expect(claim("reused")).rejects.toMatchObject({
      slug: "Idempotency_InFlight",
      retryAfterSeconds: 1,
    });
  });

  test("after a crash a request with an outside effect stays unknown, and one without runs again", async () => {
    await claim("outside");
    const inside = await claim("inside", undefined, false);
    await cutOff();
    await expect(claim("outside")).rejects.toMatchObject({ slug: "Idempotency_OutcomeUnknown" });
    await expect(claim("outside")).rejects.toMatchObject({ slug: "Idempotency_OutcomeUnknown" });
    const again = await claim("inside", undefined, false);
    expect(again.kind).toBe("run");
    if (inside.kind !== "run") {
      throw new Error("not the first");
    }
    await expect(storeAnswer(platform, inside.claim, answer)).rejects.toThrow("took over");
  });

  test("a request that keeps running holds its key, and releases it with its process", async () => {
    const start = await claim("long");
    if (start.kind !== "run") {
      throw new Error("not the first");
    }
    const leaseEnd = async (): Promise<Date | undefined> =>
      (
        await platform.database.transactInProject(owner.id, (trx) =>
          trx
            .selectFrom("idempotency_keys")
            .select("leased_until")
            .where("id", "=", start.claim.id)
            .executeTakeFirst(),
        )
      )?.leased_until;
    const stop = keepClaim(platform, start.claim, 10);
    await cutOff();
    await expect.poll(leaseEnd).not.toEqual(new Date(0));
    await expect(claim("long")).rejects.toMatchObject({ slug: "Idempotency_InFlight" });
    const left = ((await leaseEnd())?.getTime() ?? 0) - Date.now();
    // Times of the database are rounded to a millisecond, also up.
    expect(left).toBeLessThanOrEqual(15_001);
    stop();
    // A beat that had already begun may still arrive.
    await expect
      .poll(async () => {
        await cutOff();
        return await claim("long").catch((error: unknown) => String(error));
      })
      .toContain("Idempotency_OutcomeUnknown");
  });

  test("an answer that is stored with its effect exists if and only if the effect does", async () => {
    const start = await claim("atomic", undefined, false);
    if (start.kind !== "run") {
      throw new Error("not the first");
    }
    const undone = platform.database.transactInProject(owner.id, async (trx) => {
      await storeAnswer(platform, start.claim, answer, trx);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await expect(claim("atomic", undefined, false)).rejects.toMatchObject({
      slug: "Idempotency_InFlight",
    });
    await platform.database.transactInProject(owner.id, (trx) =>
      storeAnswer(platform, start.claim, answer, trx),
    );
    expect(await claim("atomic", undefined, false)).toEqual({ kind: "replay", answer });
  });

  test("a key that was given back, or is older than a day, is free again", async () => {
    const start = await claim("free");
    if (start.kind !== "run") {
      throw new Error("not the first");
    }
    await releaseIdempotencyKey(platform, start.claim);
    expect((await claim("free", "1".repeat(64))).kind).toBe("run");
    await platform.database.transactInProject(owner.id, (trx) =>
      trx
        .updateTable("idempotency_keys")
        .set({ expires_at: new Date(0) })
        .execute(),
    );
    expect((await claim("free", "2".repeat(64))).kind).toBe("run");
  });
});

test("a fingerprint differs with each part of a request", () => {
  const request = {
    method: "POST",
    path: "/a?b=1",
    contentType: "application/json",
    body: Buffer.from("{}"),
  };
  const others = [
    request,
    { ...request, method: "PUT" },
    { ...request, path: "/a?b=2" },
    { ...request, contentType: undefined },
    { ...request, body: Buffer.from("{ }") },
  ];
  expect(new Set(others.map(fingerprintRequest)).size).toBe(5);
  expect(fingerprintRequest({ ...request })).toBe(fingerprintRequest(request));
});
