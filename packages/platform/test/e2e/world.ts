import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { theBundle } from "../../../../test/support/document.ts";
import { type Serving, serve } from "../../src/cli/serve.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { client, startApplication, type TestApplication } from "./application.ts";
import { type Coverage, createCoverage } from "./coverage.ts";
import { writeToolkits } from "./documents.ts";

/** Everything that the suite stands on: the service on PGlite, its clients, and an application. */
export type World = {
  readonly serving: Serving;
  readonly url: string;
  readonly application: TestApplication;
  readonly coverage: Coverage;
  /** With the key of the first project. */
  readonly platform: Platform;
  /** With the key of another project of the organization. */
  readonly other: Platform;
  readonly owner: Platform;
  readonly keys: { readonly project: string; readonly other: string; readonly owner: string };
  /** Every line of the log. */
  readonly log: string[];
  /** A client with another key, whose answers are noted too. */
  clientWith(key: string): Platform;
  close(): Promise<void>;
};

/** Starts the service in a temporary directory; `environment` changes its configuration. */
export async function startWorld(
  environment: Record<string, string> = {},
  coverage?: Coverage,
): Promise<World> {
  const application = await startApplication();
  const toolkits = writeToolkits(application.url);
  const data = mkdtempSync(join(tmpdir(), "platform-e2e-"));
  const docs = mkdtempSync(join(tmpdir(), "platform-e2e-docs-"));
  writeFileSync(join(docs, "index.html"), "<!doctype html><title>Reference</title>");
  writeFileSync(join(docs, "openapi.json"), "{}");
  writeFileSync(join(docs, "openapi.yaml"), "openapi: 3.1.0");
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
      ...environment,
    }),
    toolkitFolder: toolkits,
    docsFolder: docs,
    logTo: { write: (line: string) => void log.push(line) },
    validateResponses: true,
  });
  const { firstStart } = serving;
  if (firstStart === undefined) throw new Error("The first start made no keys.");
  const noted = coverage ?? createCoverage((await theBundle()).document);
  const clientWith = (key: string): Platform =>
    createPlatform({
      baseUrl: serving.url,
      headers: { "x-api-key": key },
      fetch: noted.fetch,
      retries: 0,
    });
  const owner = clientWith(firstStart.organizationKey);
  const made = await owner.projects.createProject({
    body: { name: "other", should_create_api_key: true },
  });
  const keys = {
    project: firstStart.projectKey,
    other: made.api_key ?? "",
    owner: firstStart.organizationKey,
  };
  return {
    serving,
    url: serving.url,
    application,
    coverage: noted,
    platform: clientWith(keys.project),
    other: clientWith(keys.other),
    owner,
    keys,
    log,
    clientWith,
    close: async () => {
      await serving.stop();
      await application.close();
      for (const folder of [data, toolkits, docs]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What an operation throws: its status and the slug of its error. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "no error";
  } catch (error) {
    const { status, body } = error as { readonly status?: number; readonly body?: unknown };
    const slug = (body as { readonly error?: { readonly slug?: string } } | undefined)?.error?.slug;
    if (status === undefined) throw error;
    return `${status} ${slug ?? "page"}`;
  }
}

/** The same of several calls, each different answer once. */
export async function refusalsOf(calls: readonly Promise<unknown>[]): Promise<readonly string[]> {
  return [...new Set(await Promise.all(calls.map(refusalOf)))];
}
