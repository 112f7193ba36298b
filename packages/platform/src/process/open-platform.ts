import { readLocalMasterKeys } from "../config/local-master-keys.ts";
import type { ManagedAuth, PlatformConfig } from "../config/platform-config.ts";
import { listMasterVersions } from "../db/lookups.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../db/opening/open-database.ts";
import type { Platform } from "../domain/scope.ts";
import { createToolkitImports, type ToolkitImports } from "../domain/toolkits/import-toolkit.ts";
import { type CatalogParts, createProjectCatalogs } from "../domain/toolkits/project-catalogs.ts";
import { createEgress, type Egress } from "../egress/create-egress.ts";
import { createNameResolver } from "../egress/names/create-name-resolver.ts";
import type { MasterKeys } from "../secrets/master-keys.ts";
import { findMissingMasterVersions, findWrongMasterVersions } from "../secrets/rewrap.ts";
import { createSecrets } from "../secrets/secrets.ts";
import type { Shelf } from "../toolkits/catalog/shelf.ts";
import { createCompiler } from "../toolkits/compiled/create-compiler.ts";
import {
  formatProblemLine,
  loadToolkitsInTurns,
  toolkitFolder,
} from "../toolkits/load-toolkits.ts";
import { createShelfOfDocuments } from "../toolkits/shelf-of-documents.ts";
import type { ToolkitCatalogs } from "../toolkits/types/catalog-types.ts";
import { StartError } from "./start-error.ts";

/** An open platform: its database is migrated, its keys can be read, and its toolkits are checked. */
export interface OpenPlatform {
  readonly platform: Platform;
  readonly catalogs: ToolkitCatalogs;
  readonly imports: ToolkitImports;
  /** Has connections once a request was made. */
  readonly egress: Egress;
  readonly database: Database;
  /** The data directory with the file of the master keys; undefined when the keys are configured. */
  readonly localKeys: string | undefined;
}

/** Optional parts of a start. */
export interface OpenOptions {
  /** The folder of the toolkit documents. Default: the platform's own. */
  readonly toolkitFolder?: string | undefined;
  /** The configured database, if the caller has already begun to open it. */
  readonly database?: Promise<Database> | undefined;
  /** Called when a project's toolkit cannot be compiled. The project's catalog then does not have it. */
  readonly onMissingToolkit?: CatalogParts["onMissing"];
  /** Options of tests for the database that `openPlatform` opens. */
  readonly databaseOptions?: DatabaseOptions | undefined;
}

/**
 * Opens the database, the master keys and the toolkits.
 *
 * @throws StartError, DirectoryLockedError, UnsafeDatabaseError, whose messages say how to fix the problem
 */
export async function openPlatform(
  config: PlatformConfig,
  options: OpenOptions = {},
): Promise<OpenPlatform> {
  // Open the database first: at a first start it is initialised in a process of its own, while this process reads the
  // toolkits.
  const opening = options.database ?? openDatabase(config.storage, options.databaseOptions);
  const [opened, read] = await Promise.allSettled([
    opening,
    readInstallation(config, options.toolkitFolder),
  ]);
  if (opened.status === "rejected") {
    throw opened.reason;
  }
  const database = opened.value;
  try {
    if (read.status === "rejected") {
      throw read.reason;
    }
    // The directory is locked by now, so no other process creates keys at the same time.
    const masterKeys = config.masterKeys ?? (await readLocalKeys(config, database));
    await assertMasterKeys(database, masterKeys);
    const { managedAuth, baseUrl } = config;
    const secrets = createSecrets(masterKeys);
    const compiler = createCompiler();
    const parts = {
      database,
      installation: read.value,
      baseUrl,
      compiler,
      ...(options.onMissingToolkit && { onMissing: options.onMissingToolkit }),
    };
    const catalogs = createProjectCatalogs(parts);
    const platform = { database, secrets, catalogs, managedAuth, baseUrl };
    const localKeys = config.masterKeys === undefined ? config.dataDirectory : undefined;
    const egress = createEgress({
      allow: config.egressAllow,
      resolve: createNameResolver({ servers: config.dnsServers }),
      // As many connections as concurrent executions: a project's calls never wait for a connection.
      connectionsAnOrigin: config.concurrentExecutions,
    });
    const { installation } = catalogs;
    const imports = createToolkitImports({ installation, compiler, check: egress.check });
    return { platform, catalogs, imports, egress, database, localKeys };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function readLocalKeys(
  { dataDirectory }: PlatformConfig,
  database: Database,
): Promise<MasterKeys> {
  const versions = await listMasterVersions(database.unscoped);
  try {
    return readLocalMasterKeys(dataDirectory, versions.length > 0);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @throws StartError when secrets in the database could not be read */
async function assertMasterKeys(database: Database, masterKeys: MasterKeys): Promise<void> {
  const missing = await findMissingMasterVersions(database, masterKeys);
  if (missing.length > 0) {
    throw new StartError(
      `Secrets in the database are wrapped by master keys that are not configured: version ${missing.join(", ")}.
Add them to PLATFORM_MASTER_KEYS again.`,
    );
  }
  const wrong = await findWrongMasterVersions(database, masterKeys);
  if (wrong.length > 0) {
    throw new StartError(
      `The configured master key of version ${wrong.join(", ")} is not the one that wraps the secrets in the database.
Configure the key that the other processes have (PLATFORM_MASTER_KEYS), or restore it from a backup. A new \
key needs a new version: it is added beside the old one.`,
    );
  }
}

/**
 * Reads the toolkits of the platform and of the operator.
 *
 * @throws StartError with all problems of all documents
 */
export async function readInstallation(
  config: Pick<PlatformConfig, "managedAuth" | "baseUrl" | "ownToolkits">,
  folder: string = toolkitFolder,
): Promise<Shelf> {
  const { baseUrl, managedAuth, ownToolkits } = config;
  const { documents, problems } = await loadToolkitsInTurns(
    ownToolkits === undefined ? [folder] : [folder, ownToolkits],
  );
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw new StartError(
      `Toolkits cannot be used:\n${errors.map((each) => `- ${formatProblemLine(each)}`).join("\n")}
Correct the documents; "platform toolkits check" reports the same.`,
    );
  }
  const listManagedModes = (slug: string): readonly string[] => managedAuth.listSchemes(slug);
  const shelf = await createShelfOfDocuments({
    documents,
    baseUrl,
    listManagedModes,
  });
  assertManagedAuth(managedAuth, shelf);
  return shelf;
}

/** @throws StartError for unused credentials, whose toolkit or scheme does not exist */
function assertManagedAuth(managedAuth: ManagedAuth, { toolkits }: Shelf): void {
  const problems = managedAuth.toolkits.flatMap((slug) => {
    const toolkit = toolkits.get(slug)?.latest.toolkit;
    if (toolkit === undefined) {
      return [`the toolkit \`${slug}\` does not exist`];
    }
    const modes = toolkit.authSchemes.filter((each) => each.mayBeManaged).map(({ mode }) => mode);
    return managedAuth
      .listSchemes(slug)
      .filter((scheme) => !modes.some((mode) => mode === scheme))
      .map((scheme) =>
        modes.length === 0
          ? `\`${slug}\` takes no credentials of the deployment, for ${scheme} or any other scheme`
          : `\`${slug}\` takes credentials of the deployment for ${modes.join(", ")}, and not for ${scheme}`,
      );
  });
  if (problems.length === 0) {
    return;
  }
  throw new StartError(`PLATFORM_MANAGED_AUTH has credentials that nothing would use:
${problems.map((line) => `- ${line}`).join("\n")}
Correct the names; "platform toolkits list" shows the toolkits.`);
}
