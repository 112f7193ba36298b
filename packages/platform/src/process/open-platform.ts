import { examplePath } from "../api/http/site/example.ts";
import type { ManagedAuth } from "../applications/oauth/managed-auth.ts";
import type { ToolkitGroup } from "../applications/toolkits/catalog/toolkit-group.ts";
import { createCompiler } from "../applications/toolkits/compiled/create-compiler.ts";
import { groupDocuments } from "../applications/toolkits/group-documents.ts";
import {
  exampleFolder,
  formatProblemLine,
  leadTo,
  loadToolkitsInTurns,
} from "../applications/toolkits/load-toolkits.ts";
import type { ToolkitCatalogs } from "../applications/toolkits/types/catalog-types.ts";
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "../base/db/opening/open-database.ts";
import { createEgress, type Egress } from "../base/egress/create-egress.ts";
import { createNameResolver } from "../base/egress/names/create-name-resolver.ts";
import { toolkitFolder } from "../base/package-files.ts";
import type { MasterKeys } from "../base/secrets/master-keys.ts";
import { findMissingMasterVersions, findWrongMasterVersions } from "../base/secrets/rewrap.ts";
import { createSecrets } from "../base/secrets/secrets.ts";
import { listMasterVersions } from "../base/secrets/wrapped-keys.ts";
import { createRecordedBytes } from "../domain/quotas/recorded-bytes.ts";
import type { Platform } from "../domain/scope.ts";
import { createToolkitImports, type ToolkitImports } from "../domain/toolkits/import-toolkit.ts";
import { type CatalogParts, createProjectCatalogs } from "../domain/toolkits/project-catalogs.ts";
import { readLocalMasterKeys } from "./config/local-master-keys.ts";
import { buildLocalUrl } from "./config/local-url.ts";
import type { PlatformConfig } from "./config/platform-config.ts";
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
  /** Called after a project's catalog was loaded. */
  readonly onLoadedCatalog?: CatalogParts["onLoaded"];
  readonly onRefusedEvent?: Platform["onRefusedEvent"];
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
    const { managedAuth, quotas, baseUrl } = config;
    const secrets = createSecrets(masterKeys);
    const compiler = createCompiler();
    const parts = {
      database,
      installation: read.value,
      baseUrl,
      compiler,
      ...(options.onMissingToolkit && { onMissing: options.onMissingToolkit }),
      ...(options.onLoadedCatalog && { onLoaded: options.onLoadedCatalog }),
    };
    const catalogs = createProjectCatalogs(parts);
    const { onRefusedEvent } = options;
    const records = createRecordedBytes(database, quotas.logsAndEvents);
    const platform = {
      ...{ database, secrets, catalogs, managedAuth, quotas, records, baseUrl },
      ...(onRefusedEvent && { onRefusedEvent }),
    };
    const localKeys = config.masterKeys === undefined ? config.dataDirectory : undefined;
    const egress = createEgress({
      allow: config.egressAllow,
      resolve: createNameResolver({ servers: config.dnsServers }),
      // As many connections as concurrent executions: a project's calls never wait for a connection.
      connectionsAnOrigin: config.concurrentExecutions,
    });
    const { installation } = catalogs;
    const imports = createToolkitImports({ installation, compiler, egress });
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

/**
 * Makes sure that the secrets in the database can be read with these keys.
 *
 * @throws StartError when they cannot
 */
export async function assertMasterKeys(database: Database, masterKeys: MasterKeys): Promise<void> {
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
  config: Pick<
    PlatformConfig,
    "managedAuth" | "baseUrl" | "ownToolkits" | "hasExample" | "host" | "port"
  >,
  folder: string = toolkitFolder,
): Promise<ToolkitGroup> {
  const { baseUrl, managedAuth, ownToolkits, hasExample, host, port } = config;
  const example = hasExample && folder === toolkitFolder ? [exampleFolder] : [];
  const { documents: read, problems } = await loadToolkitsInTurns([
    ...[folder, ...example],
    ...(ownToolkits === undefined ? [] : [ownToolkits]),
  ]);
  const exampleUrl = `${buildLocalUrl(host, port)}${examplePath}`;
  const documents = read.map((document) =>
    example.length > 0 && document.format.slug === "example"
      ? leadTo(document, exampleUrl)
      : document,
  );
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw new StartError(
      `Toolkits cannot be used:\n${errors.map((each) => `- ${formatProblemLine(each)}`).join("\n")}
Correct the documents; "platform toolkits check" reports the same.`,
    );
  }
  const listManagedModes = (slug: string): readonly string[] => managedAuth.listSchemes(slug);
  const installation = await groupDocuments({
    documents,
    baseUrl,
    listManagedModes,
  });
  assertManagedAuth(managedAuth, installation);
  return installation;
}

/** @throws StartError for unused credentials, whose toolkit or scheme does not exist */
function assertManagedAuth(managedAuth: ManagedAuth, { toolkits }: ToolkitGroup): void {
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
