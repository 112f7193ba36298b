import { sql } from "kysely";
import { compileOnce, sendQuery } from "../../db/statements.ts";
import { runInBatchesByKey } from "../../sharing/in-batches.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import { type Platform, runInProject, type Scope } from "../scope.ts";
import { keepMs, leaseMs } from "./claim-rows.ts";
import type { IdempotencyClaim, IdempotentRequest } from "./idempotency.ts";

/** The claim of a project's key for a request. */
export interface KeyClaim {
  readonly place: CatalogPlace;
  readonly claim: IdempotencyClaim;
  readonly request: IdempotentRequest;
}

/**
 * Claims a key that has no row yet, and commits the claim. Returns false for a key that has one: `claimIdempotencyKey`
 * decides about it.
 */
export type ClaimNewKey = (claim: KeyClaim) => Promise<boolean>;

/** The maximum number of keys in one statement. */
const limits = { atMost: 50, patienceMs: 20 };

/** Creates a function that claims the new keys of a project's simultaneous requests with one statement. */
export function createClaimNewKey(platform: Platform): ClaimNewKey {
  return runInBatchesByKey(
    ({ place }: KeyClaim) => place.projectId,
    async (claims) => {
      const [first] = claims;
      const runners =
        first &&
        (await runInProject(platform, first.place, (scope) => insertClaims(scope, claims)));
      // Of two requests with one key, the row has the runner of one.
      return claims.map(({ claim }) => runners?.has(claim.runner) === true);
    },
    limits,
  );
}

async function insertClaims(
  scope: Scope,
  claims: readonly KeyClaim[],
): Promise<ReadonlySet<string>> {
  const entries = claims.map(({ claim, request }) => ({
    id: claim.id,
    runner: claim.runner,
    fingerprint: request.fingerprint,
    has_outside_effect: request.hasOutsideEffect,
  }));
  const inserting = insertion({ projectId: scope.projectId, entries: JSON.stringify(entries) });
  const { rows } = await sendQuery(scope.trx, inserting, { isPrepared: true, isLast: true });
  return new Set(rows.map(({ runner }) => runner));
}

/** The keys are inserted in one order, so that two such statements cannot deadlock. */
const insertion = compileOnce(["projectId", "entries"], (slots, trx) =>
  sql<{ runner: string }>`insert into idempotency_keys (owner_id, id, fingerprint, state,
      has_outside_effect, runner, leased_until, expires_at)
    select ${slots.projectId}, e.id, e.fingerprint, 'in_flight', e.has_outside_effect, e.runner,
      now() + make_interval(secs => ${leaseMs / 1000}::float8),
      now() + make_interval(secs => ${keepMs / 1000}::float8)
    from json_to_recordset(${slots.entries}::json) as e
      (id text, fingerprint text, has_outside_effect boolean, runner uuid)
    order by e.id
    on conflict do nothing
    returning runner`.compile(trx),
);
