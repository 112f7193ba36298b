import { join } from "node:path";
import type { DestinationStream, Logger } from "pino";
import { createExecutionSlots } from "../actions/execution-slots.ts";
import { openRunningCalls } from "../actions/running-calls.ts";
import { describeError } from "../api/http/errors/describe-error.ts";
import { createErrorAnswers } from "../api/http/errors/error-answer.ts";
import { readErrorCatalog } from "../api/http/errors/error-catalog.ts";
import { createFairness } from "../api/http/fairness/fairness.ts";
import { createLog } from "../api/http/log.ts";
import { createMetrics } from "../api/http/metrics.ts";
import type { Place } from "../api/http/places/place.ts";
import type { Database, DatabaseOptions } from "../base/db/opening/open-database.ts";
import { createDiskRoom } from "../base/files/disk-room.ts";
import { hashSha256 } from "../base/secrets/hash.ts";
import { createConsoleLink } from "../domain/keys/console-sessions.ts";
import {
  createFirstOrganization,
  type FirstStart,
} from "../domain/projects/create-organization.ts";
import type { Platform } from "../domain/scope.ts";
import { buildLocalUrl } from "./config/local-url.ts";
import type { PlatformConfig } from "./config/platform-config.ts";
import { serveControl } from "./control/serve-control.ts";
import { startReplicaHeartbeat } from "./heartbeat.ts";
import { createInFlight } from "./in-flight.ts";
import { type OpenPlatform, openPlatform } from "./open-platform.ts";
import { runWorker } from "./run-worker.ts";
import { createServices } from "./starting/create-services.ts";
import { createLazySpool } from "./starting/lazy-spool.ts";
import { openFileStore } from "./starting/open-file-store.ts";
import { serveMetrics } from "./starting/serve-metrics.ts";
import { startApi } from "./starting/start-api.ts";
import { startTracing } from "./starting/start-tracing.ts";
import { takePort, withPort } from "./starting/take-port.ts";

/** Configuration and parts of a serving process. */
export interface ServeOptions {
  /** From `readConfig`. */
  readonly config: PlatformConfig;
  /** The folder of the reference, with `openapi.json` and `openapi.yaml`. Default: they are not served. */
  readonly docsFolder?: string;
  /** Says whether the console is being built at this moment. Default: it is not. */
  readonly isConsoleBuilding?: () => boolean;
  /** The folder of the toolkit documents. Default: the platform's own. */
  readonly toolkitFolder?: string;
  /** The configured database, if the caller has already begun to open it. It is closed with the service. */
  readonly database?: Promise<Database>;
  /** Asks a person for the name of the first project. Called at a first start only, without `PLATFORM_PROJECT_NAME`. */
  readonly askProjectName?: (() => Promise<string>) | undefined;
  /** Stream of the log; standard output by default. */
  readonly logTo?: DestinationStream;
  /** Routes beside the operations of the document. Default: none. */
  readonly places?: readonly Place[];
  /** Validates every response against the document. For tests and development. */
  readonly validateResponses?: boolean;
  /** Options of tests for the database. */
  readonly databaseOptions?: DatabaseOptions;
}

/** A process that serves. */
export interface Serving {
  /** Address of the service on this machine, without a slash at the end. */
  readonly url: string;
  /** The address that the service uses in its links: `http://localhost:3000` unless another one is configured. */
  readonly shownUrl: string;
  readonly metricsUrl: string | undefined;
  /** True with the toolkit `example`, which needs no network. */
  readonly hasExample: boolean;
  /** The keys that an embedded first start created. Show them now: they cannot be read again. */
  readonly firstStart: FirstStart | undefined;
  /** After a first start: an address that signs a browser in to the console, once, within 10 minutes. */
  readonly consoleLink: string | undefined;
  readonly log: Logger;
  /** Services of the handlers, for other parts of this process. */
  readonly platform: Platform;
  /**
   * Lets running work finish (10 s, token exchanges 30 s), then closes everything.
   *
   * @param stillServeMs milliseconds for which requests are still accepted while `/ready` answers 503; default 0
   */
  stop(stillServeMs?: number): Promise<void>;
}

/** Milliseconds. A lost response may mean a used-up refresh token, so refreshes are waited for longer than requests. */
const exchangeDrainMs = 30_000;

/**
 * Starts the platform: listens on the port, opens the database, and then serves the API, runs jobs, or both.
 *
 * @throws StartError, DirectoryLockedError, UnsafeDatabaseError, whose messages say how to fix the problem
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const log = createLog(options.config.logLevel, options.logTo);
  const errorCatalog = readErrorCatalog();
  const errors = createErrorAnswers(errorCatalog);
  const server = await takePort(options.config, errors);
  const config = withPort(options.config, server.port);
  // Functions that close the parts, called in reverse order after the running requests have ended.
  const closing: (() => Promise<unknown>)[] = [];
  const exchanges = createInFlight();
  let stopWorker = async (): Promise<void> => {};
  const stop = async (stillServeMs = 0): Promise<void> => {
    const began = performance.now();
    await Promise.all([server.drain(stillServeMs), stopWorker()]);
    await exchanges.waitUntilSettled(exchangeDrainMs - (performance.now() - began));
    for (const close of closing.splice(0).reverse()) {
      await close();
    }
  };
  try {
    const tracing = await startTracing(config, log);
    if (tracing !== undefined) {
      closing.push(tracing);
    }
    const metrics = createMetrics();
    // Before the database, which a migration of another process may hold for minutes: probes tell that this one lives.
    const metricsServer = await serveMetrics(config, metrics, server);
    if (metricsServer !== undefined) {
      closing.push(metricsServer.close);
    }
    const opened = await openPlatform(config, {
      ...options,
      onRefusedEvent: ({ projectId, type }) => {
        metrics.countRefusedEvent(type);
        log.warn({ project_id: projectId, type }, "event not stored: it is larger than 1 MiB");
      },
      onMissingToolkit: ({ projectId, slug, version, failure }) => {
        metrics.countMissingToolkit();
        log.warn(
          { project_id: projectId, toolkit: slug, version, err: describeError(failure) },
          "toolkit is missing: its stored document cannot be compiled",
        );
      },
      onLoadedCatalog: metrics.observeCatalog,
    });
    const { platform, imports } = opened;
    closing.push(opened.database.close, platform.records.close, opened.egress.close, imports.close);
    // Imports that wait, or are compiled, are answered while their connections are still open.
    server.stopped.addEventListener("abort", imports.close);
    if (config.storage.kind === "postgres") {
      const { masterKeys } = platform.secrets;
      closing.push(await startReplicaHeartbeat(opened.database, masterKeys, log));
    }
    const executions = createExecutionSlots(config.concurrentExecutions);
    const runningCalls = await openRunningCalls(opened.database);
    const files = await openFileStore(config);
    closing.push(files.close);
    const disk = createDiskRoom(config.dataDirectory, config.diskReserve);
    const fairness = createFairness({ processorMs: config.processorMs });
    const services = createServices(opened, {
      executions,
      usage: [server.readUsage, fairness.readUsage],
      disk,
      runningCalls,
      files: files.store,
      metrics,
      log,
      exchanges,
      errorCatalog,
    });
    const firstStart =
      config.storage.kind === "embedded"
        ? await createFirstOrganization(
            opened.platform,
            async () => config.projectName ?? (await options.askProjectName?.()) ?? "default",
          )
        : undefined;
    if (config.roles.worker) {
      stopWorker = await runWorker(opened, services, {
        metrics,
        log,
        fileRetentionDays: config.fileRetentionDays,
      });
    }
    const spool = createLazySpool(join(config.dataDirectory, "spool"));
    // Calls that run on need everything else.
    closing.push(spool.close, runningCalls.close);
    startApi(
      { ...options, config },
      { server, opened, services, errors, metrics, log, fairness, spoolFolder: spool.open },
    );
    const stopControl = await openControl(config, opened, log);
    if (stopControl !== undefined) {
      closing.push(stopControl);
    }
    log.info(
      {
        port: server.port,
        roles: config.roles,
        egress_allow: config.egressAllow,
        // Since the process began: elapsed time, and time of the main thread.
        start_ms: Math.round(performance.now()),
        cpu_ms: Math.round(process.threadCpuUsage().user / 1000),
      },
      "started",
    );
    const url = buildLocalUrl(config.host, server.port);
    const metricsUrl =
      metricsServer && `${buildLocalUrl(config.metricsHost, metricsServer.port)}/metrics`;
    const shownUrl = config.baseUrl === `http://localhost:${server.port}` ? config.baseUrl : url;
    const hasExample = config.hasExample && opened.catalogs.installation.isShipped("example");
    const consoleLink =
      firstStart && (await createConsoleLink(platform, hashSha256(firstStart.organizationKey)));
    return {
      ...{ url, shownUrl, metricsUrl, hasExample, firstStart, log },
      ...{ consoleLink, platform, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Commands reach an embedded database through the process that has it open. */
async function openControl(
  { storage }: PlatformConfig,
  opened: OpenPlatform,
  log: Logger,
): Promise<(() => Promise<void>) | undefined> {
  if (storage.kind !== "embedded" || storage.directory === undefined) {
    return undefined;
  }
  return await serveControl(storage.directory, opened, log);
}
