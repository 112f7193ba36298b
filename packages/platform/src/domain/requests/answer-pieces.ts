import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { SecretUnreadableError } from "../../base/secrets/cipher.ts";
import type { SecretPlace, Secrets } from "../../base/secrets/secrets.ts";
import type { IdempotencyClaim } from "./idempotency.ts";

/**
 * Characters of a response that are sealed and written at once. The embedded database runs in this process: writing
 * 14 MB as one value held up every other request for 0.3 s, and a piece of this size for some 10 ms.
 */
export const pieceLength: number = 256 * 1024;

/** Runs work in a transaction of the claim's owner. */
export type InScope = <T>(work: (trx: ScopedTransaction) => Promise<T>) => Promise<T>;

/**
 * Stores the pieces of a response after the first one, and returns their number. They belong to the run that holds
 * the claim: if another run takes the key over, its response never includes them.
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
      const sealed = await secrets.seal(trx, placeAnswerPiece(claim, piece), text);
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
 * Reads and joins the pieces after the first one.
 *
 * @throws SecretUnreadableError when a piece is missing
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
        return String(await secrets.open(trx, placeAnswerPiece(claim, piece), row.sealed));
      }),
    );
  }
  return texts.join("");
}

function placeAnswerPiece({ owner, id, runner }: IdempotencyClaim, piece: number): SecretPlace {
  const row = `${id}/${runner}/${piece}`;
  return { ownerId: owner.id, table: "idempotency_pieces", row, field: "sealed" };
}
