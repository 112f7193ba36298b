import type { ManagedAuth } from "../applications/oauth/managed-auth.ts";
import type { CatalogPlace } from "../applications/toolkits/types/catalog-types.ts";
import type { Database } from "../base/db/opening/open-database.ts";
import type { ScopedTransaction } from "../base/db/transactions/scoped.ts";
import { PlatformError } from "../base/errors.ts";
import type { SecretBox } from "../base/secrets/secret-box.ts";
import type { Secrets } from "../base/secrets/secrets.ts";
import { readErrorCode } from "../base/system-errors.ts";
import type { ConnectionCatalog } from "./fields/connection-catalog.ts";
import type { RecordedBytes } from "./quotas/recorded-bytes.ts";
import type { StorageQuotas } from "./quotas/storage-quotas.ts";

/** The parts of the process that the functions of the domain use. A process has one. */
export interface Platform {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The toolkits that a project sees. */
  readonly catalogs: { open(place: CatalogPlace): Promise<ConnectionCatalog> };
  readonly managedAuth: ManagedAuth;
  readonly quotas: StorageQuotas;
  /** Counts the logs and events that this process writes. */
  readonly records: RecordedBytes;
  /** The address at which users reach the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Called for an event that is too large to be stored, and that no sender hears of. */
  readonly onRefusedEvent?: (event: RefusedEvent) => void;
}

/** An event that is not stored. */
export interface RefusedEvent {
  readonly projectId: string;
  readonly type: string;
}

/** A transaction in a project. Functions of the domain receive one and must not make network calls in it. */
export interface Scope {
  readonly projectId: string;
  readonly trx: ScopedTransaction;
  readonly platform: Platform;
  readonly catalog: ConnectionCatalog;
}

/**
 * Runs `work` in one transaction of the project. Read all data of a request in one transaction, because each costs
 * three round trips, and one more if the version of the project's catalog is not known yet.
 */
export async function runInProject<T>(
  platform: Platform,
  place: string | CatalogPlace,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const known = typeof place === "string" ? { projectId: place } : place;
  const { projectId } = known;
  const catalog = await platform.catalogs.open(known);
  const running = platform.database.transactInProject(projectId, (trx) =>
    work({ projectId, trx, platform, catalog }),
  );
  return await running.catch(refuseUnstorableText);
}

/** The data keys of the scope's project. */
export function openSecretBox({ platform, trx, projectId }: Scope): Promise<SecretBox> {
  return platform.secrets.openBox(trx, projectId);
}

/** A transaction of an organization, for the operations of its owner. */
export interface OrganizationScope {
  readonly organizationId: string;
  readonly trx: ScopedTransaction;
  readonly platform: Platform;
}

/** Runs `work` in one transaction of the organization. */
export async function runInOrganization<T>(
  platform: Platform,
  organizationId: string,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const running = platform.database.transactInOrganization(organizationId, (trx) =>
    work({ organizationId, trx, platform }),
  );
  return await running.catch(refuseUnstorableText);
}

const unstorable: ReadonlySet<string> = new Set(["22021", "22P05"]);

/**
 * U+0000 is the only character that JSON and URLs can hold but PostgreSQL's text cannot. PostgreSQL reports 22021
 * (character_not_in_repertoire) for it, also in a filter, and 22P05 (untranslatable_character) inside jsonb. Both are
 * the caller's mistake.
 */
function refuseUnstorableText(error: unknown): never {
  if (!unstorable.has(readErrorCode(error) ?? "")) {
    throw error;
  }
  throw new PlatformError("Validation_Failed", {
    errors: ["request: a string contains the character U+0000, which cannot be stored"],
    cause: error,
  });
}
