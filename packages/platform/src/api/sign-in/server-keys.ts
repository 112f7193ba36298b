import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { readOauthRecord, saveOauthRecord } from "../../domain/mcp-sign-in/oauth-records.ts";
import { runInRows } from "../../domain/mcp-sign-in/run-in-rows.ts";
import type { Platform } from "../../domain/scope.ts";

/** The keys of a project's authorization server. All replicas have the same. */
export interface ServerKeys {
  /** Signs cookies. */
  readonly cookieKeys: readonly string[];
  readonly jwks: { readonly keys: readonly JWK[] };
}

const place = { kind: "Keys", id: "keys" };

/** The keys of a project's authorization server; they are made at the first sign-in, and sealed like all secrets of the project. */
export async function openServerKeys(platform: Platform, projectId: string): Promise<ServerKeys> {
  const read = (): Promise<ServerKeys | undefined> =>
    runInRows(platform, projectId, async (scope) => {
      const found = await readOauthRecord(scope, place.kind, place);
      // Only this function writes the record.
      return found?.payload as ServerKeys | undefined;
    });
  const known = await read();
  if (known !== undefined) {
    return known;
  }
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const made: ServerKeys = {
    cookieKeys: [randomBytes(32).toString("base64url")],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "ES256" }] },
  };
  return await runInRows(platform, projectId, async (scope) => {
    // Of two replicas that make keys at the same time, the first one wins.
    await scope.trx
      .selectFrom("projects")
      .select("id")
      .where("id", "=", projectId)
      .forUpdate()
      .execute();
    const first = await readOauthRecord(scope, place.kind, place);
    if (first !== undefined) {
      return first.payload as ServerKeys;
    }
    await saveOauthRecord(scope, { ...place, payload: made });
    return made;
  });
}
