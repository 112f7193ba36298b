import type { ManagedAuth } from "../config/platform-config.ts";
import type { Database } from "../db/opening/open-database.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { PlatformError } from "../errors.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { CatalogPlace } from "../toolkits/types/catalog-types.ts";
import type { ConnectionCatalog } from "./fields/connection-catalog.ts";

/** The parts of the process that the functions of the domain use. One a process. */
export interface Platform {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The toolkits that a project sees. */
  readonly catalogs: { of(place: CatalogPlace): Promise<ConnectionCatalog> };
  readonly managedAuth: ManagedAuth;
  /** The address under which users reach the service, without a slash at the end. */
  readonly baseUrl: string;
}

/** A transaction in a project. Functions of the domain take one and make no network call with it. */
export interface Scope {
  readonly projectId: string;
  readonly trx: ScopedTransaction;
  readonly platform: Platform;
  readonly catalog: ConnectionCatalog;
}

/**
 * Runs `work` in one transaction of the project. Read what a request needs in one: each costs three round trips, and one
 * more where the version of the project's catalog is not known yet.
 */
export async function inProject<T>(
  platform: Platform,
  place: string | CatalogPlace,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const known = typeof place === "string" ? { projectId: place } : place;
  const { projectId } = known;
  const catalog = await platform.catalogs.of(known);
  const running = platform.database.scoped(projectId, (trx) =>
    work({ projectId, trx, platform, catalog }),
  );
  return await running.catch(refuseUnstorableText);
}

/** A transaction of an organization, for the operations of its owner. */
export interface OrganizationScope {
  readonly organizationId: string;
  readonly trx: ScopedTransaction;
  readonly platform: Platform;
}

/** Runs `work` in one transaction of the organization. */
export async function inOrganization<T>(
  platform: Platform,
  organizationId: string,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const running = platform.database.ofOrganization(organizationId, (trx) =>
    work({ organizationId, trx, platform }),
  );
  return await running.catch(refuseUnstorableText);
}

const unstorable: ReadonlySet<unknown> = new Set(["22021", "22P05"]);

/**
 * The one character that JSON and addresses can hold and PostgreSQL's text cannot is U+0000. It answers 22021
 * (character_not_in_repertoire) to it, also in a filter, and 22P05 (untranslatable_character) inside of jsonb, and that
 * is the caller's mistake.
 */
function refuseUnstorableText(error: unknown): never {
  const isUnstorable = error instanceof Error && "code" in error && unstorable.has(error.code);
  if (!isUnstorable) {
    throw error;
  }
  throw new PlatformError("Validation_Failed", {
    errors: ["request: a text holds the character U+0000, which cannot be stored"],
    cause: error,
  });
}
