import * as z from "zod";
import { addToDatabaseNow, readDatabaseNow } from "../../../base/db/now.ts";
import { SecretUnreadableError } from "../../../base/secrets/cipher.ts";
import type { Platform } from "../../../domain/scope.ts";
import type { RequestStates } from "../mcp-call.ts";

/** Milliseconds for which a state is accepted: as long as a link. */
const stateMs = 10 * 60 * 1000;

/** What is sealed: a state, and the milliseconds since 1970 at which it ends by the database's clock. */
const sealedShape = z.object({ state: z.unknown(), end: z.number() });

/**
 * Seals states with the project's data key, for one endpoint and its user: the place of an envelope is part of what it proves, so a
 * state cannot be read at another endpoint, or for another user, and cannot be altered.
 *
 * @param owner the endpoint and its user
 */
export function createRequestStates(
  platform: Platform,
  projectId: string,
  owner: readonly (string | number)[],
): RequestStates {
  // As JSON, two lists are equal only if each of their parts is.
  const row = JSON.stringify(owner);
  const place = { ownerId: projectId, table: "mcp_requests", row, field: "request_state" };
  const { database, secrets } = platform;
  return {
    seal: (state) =>
      database.transactInProject(projectId, async (trx) => {
        const { end } = await trx
          .selectNoFrom(addToDatabaseNow(stateMs).as("end"))
          .executeTakeFirstOrThrow();
        return await secrets.seal(trx, place, { state, end: end.getTime() });
      }),
    open: async (sealed) => {
      try {
        return await database.transactInProject(projectId, async (trx) => {
          const { state, end } = sealedShape.parse(await secrets.open(trx, place, sealed));
          const { now } = await trx
            .selectNoFrom(readDatabaseNow().as("now"))
            .executeTakeFirstOrThrow();
          return now.getTime() < end ? state : undefined;
        });
      } catch (error) {
        if (error instanceof SecretUnreadableError) {
          return undefined;
        }
        throw error;
      }
    },
  };
}
