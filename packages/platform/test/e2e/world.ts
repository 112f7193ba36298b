import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import type { Place } from "../../src/api/http/places/place.ts";
import type { DatabaseOptions } from "../../src/base/db/opening/open-database.ts";
import { hashSha256 } from "../../src/base/secrets/hash.ts";
import { beginConsoleSession } from "../../src/domain/keys/console-sessions.ts";
import { createFirstOrganization } from "../../src/domain/projects/create-organization.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { type Serving, serve } from "../../src/process/serve.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { readPgliteSnapshot } from "../../src/testing/pglite-snapshot.ts";
import { openEmbedded } from "../../src/testing/test-database.ts";
import { client, startApplication, type TestApplication } from "./application.ts";
import { type Coverage, createCoverage } from "./coverage.ts";
import { writeToolkits } from "./documents.ts";

/** A kind of database that the service runs on. */
export type Storage = "PGlite" | "PostgreSQL";

/** The surroundings of the suite: the service on a database, its clients, and an application. */
export interface World {
  readonly storage: Storage;
  readonly serving: Serving;
  readonly url: string;
  readonly application: TestApplication;
  readonly coverage: Coverage;
  /** With the key of the first project. */
  readonly platform: Platform;
  /** A client with the key of another project of the same organization. */
  readonly other: Platform;
  readonly owner: Platform;
  /** `console` is the session of a browser, with the key of the first project. */
  readonly keys: Readonly<Record<"project" | "other" | "owner" | "console", string>>;
  /** Every line of the log. */
  readonly log: string[];
  /** A client with another key. Its responses are recorded too. */
  clientWith(key: string): Platform;
  /** Runs a statement as the owner of the tables. */
  asOwner(statement: RawBuilder<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** Differences from the usual world. */
export interface WorldOptions {
  /** PGlite without it. */
  readonly storage?: Storage;
  /** Changes of the configuration. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Records the responses. Default: a new coverage for this world. */
  readonly coverage?: Coverage;
  readonly plugins?: DatabaseOptions["plugins"];
  /** Routes beside the operations. Default: none, as on every server. */
  readonly places?: readonly Place[];
  /** Writes the folder of toolkits that call the application. Default: those of documents.ts. */
  readonly writeToolkits?: (applicationUrl: string) => string;
}

/** Starts the service with a first organization, in a temporary directory or on a new database. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { storage = "PGlite", coverage } = options;
  const application = await startApplication();
  const toolkits = (options.writeToolkits ?? writeToolkits)(application.url);
  const data = mkdtempSync(join(tmpdir(), "platform-e2e-"));
  const docs = writeDocs();
  const log: string[] = [];
  const serving = await serve({
    config: readConfig({
      PLATFORM_DATA: data,
      PORT: "0",
      PLATFORM_METRICS_PORT: "0",
      PLATFORM_RATE_LIMIT: "100000",
      PLATFORM_MANAGED_AUTH: JSON.stringify({
        acme: { OAUTH2: { client_id: client.id, client_secret: client.secret } },
      }),
      ...(storage === "PostgreSQL" && (await readPostgresEnvironment())),
      ...options.environment,
    }),
    toolkitFolder: toolkits,
    docsFolder: docs,
    logTo: { write: (line: string) => void log.push(line) },
    validateResponses: true,
    ...(options.places !== undefined && { places: options.places }),
    ...(await chooseDatabase(options)),
  });
  // On a server, a command creates the first keys.
  const firstStart = serving.firstStart ?? (await createFirstOrganization(serving.platform));
  if (firstStart === undefined) {
    throw new Error("The database is not a new one.");
  }
  const noted = coverage ?? createCoverage((await bundleTheDocument()).document);
  const createClientWith = (key: string): Platform =>
    createPlatform({
      baseUrl: serving.url,
      // The operation decides which of the two kinds of keys it sends.
      auth: { ProjectKey: key, OrganizationKey: key },
      fetch: noted.fetch,
      retries: 0,
    });
  const owner = createClientWith(firstStart.organizationKey);
  const made = await owner.projects.createProject({
    body: { name: "other", should_create_api_key: true },
  });
  const begun = await beginConsoleSession(serving.platform, hashSha256(firstStart.projectKey));
  const keys = {
    project: firstStart.projectKey,
    other: made.api_key ?? "",
    owner: firstStart.organizationKey,
    console: begun.token,
  };
  return {
    storage,
    serving,
    url: serving.url,
    application,
    coverage: noted,
    platform: createClientWith(keys.project),
    other: createClientWith(keys.other),
    owner,
    keys,
    log,
    clientWith: createClientWith,
    asOwner: async (statement) => {
      await serving.platform.database.unscoped.transaction().execute(async (trx) => {
        await sql`set local role none`.execute(trx);
        await statement.execute(trx);
      });
    },
    close: async () => {
      await serving.stop();
      await application.close();
      for (const folder of [data, toolkits, docs]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** In memory, which is several times faster than files, unless the test names the directory in order to inspect it. */
async function chooseDatabase({ storage = "PGlite", environment, plugins }: WorldOptions) {
  const ours = plugins === undefined ? {} : { plugins };
  if (storage === "PostgreSQL") {
    return { databaseOptions: ours };
  }
  return environment?.PLATFORM_DATA === undefined
    ? { database: openEmbedded(ours) }
    : { databaseOptions: { ...ours, snapshot: await readPgliteSnapshot() } };
}

/**
 * The settings that a deployment on PostgreSQL needs. An embedded start on a developer's machine has defaults for
 * them.
 */
export async function readPostgresEnvironment(
  url?: string,
): Promise<Readonly<Record<string, string>>> {
  return {
    DATABASE_URL: url ?? (await createDatabase()),
    PLATFORM_BASE_URL: "http://localhost:0",
    PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    PLATFORM_EGRESS_ALLOW: "127.0.0.0/8,::1/128",
    HOST: "127.0.0.1",
  };
}

/** A folder with the files of `npm run docs` that the service serves. */
function writeDocs(): string {
  const docs = mkdtempSync(join(tmpdir(), "platform-e2e-docs-"));
  const url = "http://localhost:3000";
  writeFileSync(
    join(docs, "index.html"),
    `<!doctype html><title>Reference – ${url}</title>${url}/`,
  );
  writeFileSync(join(docs, "openapi.json"), `{"servers":[{"url":"${url}"}]}`);
  writeFileSync(join(docs, "openapi.yaml"), `openapi: 3.1.0\nservers: [{ url: ${url} }]\n`);
  return docs;
}

/** The status and the slug of the error that an operation throws. */
export async function catchRefusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "no error";
  } catch (error) {
    const { status, body } = error as { readonly status?: number; readonly body?: unknown };
    const slug = (body as { readonly error?: { readonly slug?: string } } | undefined)?.error?.slug;
    if (status === undefined) {
      throw error;
    }
    return `${status} ${slug ?? "page"}`;
  }
}

/** The results of `catchRefusal` for several calls, each different one once. */
export async function catchRefusals(
  calls: readonly Promise<unknown>[],
): Promise<readonly string[]> {
  return [...new Set(await Promise.all(calls.map(catchRefusal)))];
}
