import type { Adapter, AdapterPayload } from "oidc-provider";
import { hashResource, parseResource } from "../../domain/mcp-sign-in/mcp-resource.ts";
import {
  consumeOauthRecord,
  deleteOauthGrant,
  deleteOauthRecord,
  readOauthRecord,
  saveOauthRecord,
  unusedClientSeconds,
} from "../../domain/mcp-sign-in/oauth-records.ts";
import { type RowsScope, runInRows } from "../../domain/mcp-sign-in/run-in-rows.ts";
import type { Platform } from "../../domain/scope.ts";

/**
 * Keeps the records of oidc-provider in the rows of one project.
 *
 * @param refuseReuse makes the error for a code or a refresh token that another request used at the same moment
 */
export function createRecordAdapter(
  platform: Platform,
  projectId: string,
  refuseReuse: () => Error,
): (kind: string) => Adapter {
  const run = <T>(work: (scope: RowsScope) => Promise<T>): Promise<T> =>
    runInRows(platform, projectId, work);
  return (kind) => {
    const find = async (
      by: { readonly id: string } | { readonly uid: string },
    ): Promise<AdapterPayload | undefined> => {
      const found = await run((scope) => readOauthRecord(scope, kind, by));
      if (found === undefined) {
        return undefined;
      }
      const { payload, consumedAt } = found;
      return consumedAt === null
        ? { ...payload }
        : { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) };
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        const { aud, accountId, clientId } = payload;
        const resource =
          kind === "AccessToken" && typeof aud === "string"
            ? parseResource(platform.baseUrl, aud)
            : undefined;
        await run((scope) =>
          saveOauthRecord(scope, {
            kind,
            id,
            payload,
            uid: payload.uid,
            grantId: payload.grantId,
            clientId,
            userId: accountId,
            resource: resource && hashResource(resource),
            expiresIn: kind === "Client" ? unusedClientSeconds : expiresIn,
          }),
        );
      },
      find: (id) => find({ id }),
      findByUid: (uid) => find({ uid }),
      // Only the device flow, which is off, has user codes.
      findByUserCode: () => Promise.resolve(undefined),
      consume: async (id) => {
        if (!(await run((scope) => consumeOauthRecord(scope, kind, id)))) {
          throw refuseReuse();
        }
      },
      destroy: async (id) => {
        await run((scope) => deleteOauthRecord(scope, kind, id));
      },
      revokeByGrantId: (grantId) => run((scope) => deleteOauthGrant(scope, grantId)),
    };
  };
}
