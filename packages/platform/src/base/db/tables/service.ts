import type { ColumnType, Generated } from "kysely";
import type { Time } from "./column-types.ts";

/** Rows of `idempotency_keys`. */
export interface IdempotencyKeysTable {
  owner_id: string;
  /** SHA-256 of the key, hexadecimal. */
  id: string;
  fingerprint: string;
  state: "in_flight" | "answered";
  has_outside_effect: boolean;
  runner: string;
  leased_until: ColumnType<Date, Date, Date>;
  /** An envelope around the stored answer. */
  answer: string | null;
  created_at: Time;
  expires_at: ColumnType<Date, Date, Date>;
}

/** Rows of `idempotency_pieces`. */
export interface IdempotencyPiecesTable {
  owner_id: string;
  /** Of the key. */
  id: string;
  /** The run whose answer contains this piece. */
  runner: string;
  /** Counts from 1. The first piece of an answer is in the row of its key. */
  piece: number;
  /** An envelope. */
  sealed: string;
}

/** Rows of `platform_migrations`, which `migrate` makes and writes. */
export interface PlatformMigrationsTable {
  name: string;
  applied_at: Time;
  /** True when processes of earlier versions cannot serve any more. */
  ends_earlier_versions: Generated<boolean>;
}
