import type { ScopedTransaction } from "../../db/transactions/scoped.ts";
import { SecretUnreadableError } from "../../secrets/cipher.ts";
import type { SecretPlace, Secrets } from "../../secrets/secrets.ts";
import type { IdempotencyClaim } from "./idempotency.ts";

/**
 * Characters of an answer that are sealed and written at once. The embedded database works in this process: an answer of
 * 14 MB as one value held up every other request for 0.3 s, and pieces of this size for some 10 ms each.
 */
export const pieceLength: number = 256 * 1024;

/** Runs work in a transaction of the claim's owner. */
export type InScope = <T>(work: (trx: ScopedTransaction) => Promise<T>) => Promise<T>;

/**
 * Stores what follows the first piece of an answer, and returns how many pieces that is. They belong to the run that the
 * claim allows: should another run take the key over, its answer never gets them.
 */
export async function storePieces(
  secrets: Secrets,
  claim: IdempotencyClaim,
  body: string,
  inScope: InScope,
): Promise<number> {
  let piece = 0;
  for (let start = pieceLength; start < body.length; start += pieceLength) {
    piece += 1;
    await inScope(async (trx) => {
      const text = body.slice(start, start + pieceLength);
      const sealed = await secrets.seal(trx, place(claim, piece), text);
      const { id, runner, owner } = claim;
      await trx
        .insertInto("idempotency_pieces")
        .values({ owner_id: owner.id, id, runner, piece, sealed })
        .execute();
    });
  }
  return piece;
}

/**
 * The pieces after the first one, joined.
 *
 * @throws SecretUnreadableError when one is missing
 */
export async function readPieces(
  secrets: Secrets,
  claim: IdempotencyClaim,
  count: number,
  inScope: InScope,
): Promise<string> {
  const texts: string[] = [];
  for (let piece = 1; piece <= count; piece += 1) {
    texts.push(
      await inScope(async (trx) => {
        const row = await trx
          .selectFrom("idempotency_pieces")
          .select("sealed")
          .where("owner_id", "=", claim.owner.id)
          .where("id", "=", claim.id)
          .where("runner", "=", claim.runner)
          .where("piece", "=", piece)
          .executeTakeFirst();
        if (row === undefined) {
          throw new SecretUnreadableError("A piece of the stored answer is missing.");
        }
        return String(await secrets.open(trx, place(claim, piece), row.sealed));
      }),
    );
  }
  return texts.join("");
}

function place({ owner, id, runner }: IdempotencyClaim, piece: number): SecretPlace {
  const row = `${id}/${runner}/${piece}`;
  return { ownerId: owner.id, table: "idempotency_pieces", row, field: "sealed" };
}
