import type { Database } from "../db/opening/open-database.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { type ClaimedJob, leaseKey } from "./claim.ts";

/** The place of an envelope, in the shape of `SecretPlace` of secrets/. */
interface PayloadPlace {
  readonly ownerId: string;
  readonly table: string;
  readonly row: string;
  readonly field: string;
}

/** The part of `Secrets` that seals payloads. */
export interface PayloadSecrets {
  seal(trx: ScopedTransaction, place: PayloadPlace, value: unknown): string | Promise<string>;
  open(trx: ScopedTransaction, place: PayloadPlace, envelope: string): Promise<unknown>;
}

/** The place of a job's envelope. The envelope is bound to its job: it does not open in another job's row. */
export function placeSealedPayload(projectId: string, id: string): PayloadPlace {
  return { ownerId: projectId, table: "jobs", row: id, field: "sealed" };
}

/**
 * Opens the envelopes of claimed jobs, in one transaction for each project, whose jobs share a data key.
 *
 * @returns by `leaseKey` the value, or the error of a job whose envelope does not open
 */
export async function openPayloads(
  database: Database,
  secrets: PayloadSecrets | undefined,
  jobs: readonly ClaimedJob[],
): Promise<ReadonlyMap<string, { readonly value: unknown } | { readonly error: unknown }>> {
  const opened = new Map<string, { readonly value: unknown } | { readonly error: unknown }>();
  const sealed = jobs.filter((job) => job.sealed !== null);
  for (const [projectId, ofProject] of Map.groupBy(sealed, (job) => job.projectId)) {
    try {
      if (secrets === undefined) {
        throw new Error("This worker was started without `secrets`, so it cannot open payloads.");
      }
      await database.transactInProject(projectId, async (trx) => {
        for (const job of ofProject) {
          const opening = secrets.open(
            trx,
            placeSealedPayload(projectId, job.id),
            job.sealed ?? "",
          );
          opened.set(
            leaseKey(job),
            await opening.then(
              (value) => ({ value }),
              (error: unknown) => ({ error }),
            ),
          );
        }
      });
    } catch (error) {
      for (const job of ofProject) {
        opened.set(leaseKey(job), { error });
      }
    }
  }
  return opened;
}
