import { sql } from "kysely";
import type { DestinationStream, Logger } from "pino";
import { createExecutionSlots } from "../actions/execution-slots.ts";
import type { Services } from "../actions/services.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import type { Database, DatabaseOptions } from "../db/opening/open-database.ts";
import {
  createFirstOrganization,
  type FirstStart,
} from "../domain/projects/create-organization.ts";
import { createRateLimiter } from "../domain/requests/rate-limiter.ts";
import type { Platform } from "../domain/scope.ts";
import { createTokenRefresher } from "../domain/token-refresh/refresh-tokens.ts";
import { createEgress } from "../egress/create-egress.ts";
import { forProject } from "../egress/for-project.ts";
import { createNameResolver } from "../egress/names/create-name-resolver.ts";
import { createClientAddress } from "../http/callers/client-address.ts";
import { createOrigins } from "../http/callers/origins.ts";
import { createService } from "../http/create-service.ts";
import { describeError } from "../http/errors/describe-error.ts";
import { createErrorAnswers, type ErrorAnswers } from "../http/errors/error-answer.ts";
import { readErrorCatalog } from "../http/errors/error-catalog.ts";
import { createLog } from "../http/log.ts";
import { createMetrics, type Metrics } from "../http/metrics.ts";
import {
  type HttpServer,
  type MetricsServer,
  openMetricsServer,
  openServer,
} from "../http/open-server.ts";
import { refreshTokens } from "../oauth/token-requests.ts";
import { useTracing } from "../tracing/tracing.ts";
import { serveControl } from "./control/serve-control.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { createInFlight, type InFlight } from "./in-flight.ts";
import { type OpenPlatform, openPlatform } from "./open-platform.ts";
import { reportExpired } from "./report-expired.ts";
import { runWorker } from "./run-worker.ts";
import { StartError } from "./start-error.ts";

/** Configuration and parts of a serving process. */
export interface ServeOptions {
  /** From `readConfig`. */
  readonly config: PlatformConfig;
  /** The folder of the reference, with `openapi.json` and `openapi.yaml` in it; none are served without it. */
  readonly docsFolder?: string;
  /** The folder of the toolkit documents; the platform's own without it. */
  readonly toolkitFolder?: string;
  /** The database of the configuration, when opening it has begun already; it is closed with the service. */
  readonly database?: Promise<Database>;
  /** Stream of the log; standard output by default. */
  readonly logTo?: DestinationStream;
  /** Holds every answer against the document; for tests and development. */
  readonly validateResponses?: boolean;
  /** Options of tests for the database. */
  readonly databaseOptions?: DatabaseOptions;
}

/** A process that serves. */
export interface Serving {
  /** Address of the service on this machine, without a slash at the end. */
  readonly url: string;
  /** The same as links of the service name it: `http://localhost:3000` where nothing else is configured. */
  readonly shownUrl: string;
  readonly metricsUrl: string | undefined;
  /** The keys that an embedded first start made; they are to be shown now, and never again. */
  readonly firstStart: FirstStart | undefined;
  readonly log: Logger;
  /** Services of the handlers, for other parts of this process. */
  readonly platform: Platform;
  /**
   * Lets what runs come to an end (10 s, token exchanges 30 s), then gives everything up.
   *
   * @param stillServeMs for so long requests are still taken, while `/ready` says 503; default 0
   */
  stop(stillServeMs?: number): Promise<void>;
}

const windowSeconds = 60;

/** A refresh whose answer is lost may have used up the refresh token, so it is waited for longer than a request. */
const exchangeDrainMs = 30_000;

/**
 * Starts the platform: takes the port, opens the database, and serves the API, runs the jobs, or both.
 *
 * @throws StartError, DirectoryLockedError, UnsafeDatabaseError, whose messages say what to do
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const log = createLog(options.config.logLevel, options.logTo);
  const errors = createErrorAnswers(readErrorCatalog());
  const server = await takePort(options.config, errors);
  const config = withPort(options.config, server.port);
  // Parts are closed in reverse order, after the requests that use it have come to an end.
  const closing: (() => Promise<unknown>)[] = [];
  const exchanges = createInFlight();
  let stopWorker = async (): Promise<void> => {};
  const stop = async (stillServeMs = 0): Promise<void> => {
    const began = performance.now();
    await Promise.all([server.drain(stillServeMs), stopWorker()]);
    await exchanges.settled(exchangeDrainMs - (performance.now() - began));
    for (const close of closing.splice(0).reverse()) {
      await close();
    }
  };
  try {
    const tracing = await trace(config, log);
    if (tracing !== undefined) {
      closing.push(tracing);
    }
    const opened = await openPlatform(config, options);
    closing.push(opened.database.close);
    if (config.storage.kind === "postgres") {
      const { database, platform } = opened;
      closing.push(await startHeartbeat(database, platform.secrets.masterKeys, log));
    }
    const egress = createEgress({
      allow: config.egressAllow,
      resolve: createNameResolver({ servers: config.dnsServers }),
      // No call of a project waits for a connection of its own.
      connectionsAnOrigin: config.concurrentExecutions,
    });
    closing.push(egress.close);
    const metrics = createMetrics();
    const metricsServer = await serveMetrics(config, metrics);
    if (metricsServer !== undefined) {
      closing.push(metricsServer.close);
    }
    const executions = createExecutionSlots(config.concurrentExecutions);
    const services = createServices(opened, { egress, executions, metrics, log, exchanges });
    const firstStart =
      config.storage.kind === "embedded"
        ? await createFirstOrganization(opened.platform)
        : undefined;
    if (config.roles.worker) {
      stopWorker = await runWorker(opened, services, { metrics, log });
    }
    startApi({ ...options, config }, { server, opened, services, errors, metrics, log });
    const stopControl = await control(config, opened, log);
    if (stopControl !== undefined) {
      closing.push(stopControl);
    }
    log.info(
      {
        port: server.port,
        roles: config.roles,
        egress_allow: config.egressAllow,
        // Since the process began: by the clock, and what it cost the main thread.
        start_ms: Math.round(performance.now()),
        cpu_ms: Math.round(process.threadCpuUsage().user / 1000),
      },
      "started",
    );
    const url = localUrl(config.host, server.port);
    const metricsUrl =
      metricsServer && `${localUrl(config.metricsHost, metricsServer.port)}/metrics`;
    const shownUrl = config.baseUrl === `http://localhost:${server.port}` ? config.baseUrl : url;
    return { url, shownUrl, metricsUrl, firstStart, log, platform: opened.platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** OpenTelemetry is loaded only where a collector is configured: it costs every other start a tenth of a second. */
async function trace(
  { tracing }: PlatformConfig,
  log: Logger,
): Promise<(() => Promise<void>) | undefined> {
  if (tracing === undefined) {
    return undefined;
  }
  const { openTracing } = await import("../tracing/open-tracing.ts");
  const opened = openTracing(tracing, () =>
    log.warn("spans cannot be sent to the collector; this is said once until they can"),
  );
  useTracing(opened);
  return async () => {
    useTracing(undefined);
    await opened.close();
  };
}

/** Commands reach an embedded database through the process that has it. */
async function control(
  { storage }: PlatformConfig,
  opened: OpenPlatform,
  log: Logger,
): Promise<(() => Promise<void>) | undefined> {
  if (storage.kind !== "embedded" || storage.directory === undefined) {
    return undefined;
  }
  return await serveControl(storage.directory, opened, log);
}

/** Address of a server on this machine. */
function localUrl(host: string, port: number): string {
  return `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;
}

async function takePort(
  { host, port, maxConnections }: PlatformConfig,
  errors: ErrorAnswers,
): Promise<HttpServer> {
  try {
    return await openServer({ host, port, maxConnections }, errors);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new StartError(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use.
What to do: stop what uses it, or choose another port: PORT=${port + 1}`
        : `The service cannot listen on ${host}:${port} (${String(code)}).
What to do: choose another HOST or PORT.`,
    );
  }
}

/** With port 0 the system chose one, which the default address of the service has to name. */
function withPort(config: PlatformConfig, port: number): PlatformConfig {
  return config.port === 0 && config.baseUrl === "http://localhost:0"
    ? { ...config, baseUrl: `http://localhost:${port}` }
    : config;
}

interface Parts {
  readonly metrics: Metrics;
  readonly log: Logger;
}

function createServices(
  { platform, catalog }: OpenPlatform,
  parts: Parts & Pick<Services, "egress" | "executions"> & { readonly exchanges: InFlight },
): Services {
  const { egress, executions, metrics, log, exchanges } = parts;
  const refresher = createTokenRefresher(
    platform,
    (lease, signal) => refreshTokens(forProject(egress, lease.projectId, "tokens"), lease, signal),
    undefined,
    reportExpired(log),
  );
  return {
    platform,
    catalog,
    egress,
    executions,
    tokens: { getTokens: (...asked) => exchanges.track(refresher.getTokens(...asked)) },
    warn: (event, { failure, ...details }) =>
      log.warn(
        failure === undefined ? details : { ...details, err: describeError(failure) },
        event,
      ),
    countExecution: metrics.countExecution,
  };
}

async function serveMetrics(
  { metricsHost, metricsPort }: PlatformConfig,
  metrics: Metrics,
): Promise<MetricsServer | undefined> {
  if (metricsPort === undefined) {
    return undefined;
  }
  return await openMetricsServer(metricsHost, metricsPort, metrics.render).catch(() => {
    throw new StartError(`The metrics cannot be served on ${metricsHost}:${metricsPort}.
What to do: set PLATFORM_METRICS_PORT to a port that is free, or to off, and PLATFORM_METRICS_HOST to an address of this machine.`);
  });
}

function startApi(
  options: ServeOptions,
  parts: Parts & {
    readonly server: HttpServer;
    readonly opened: OpenPlatform;
    readonly services: Services;
    readonly errors: ErrorAnswers;
  },
): void {
  const { config, docsFolder, validateResponses = false } = options;
  const { server, opened, services, errors, metrics, log } = parts;
  const { database, catalog } = opened;
  const limit = config.rateLimit;
  const limiter = createRateLimiter(database, { limit, windowMs: windowSeconds * 1000 });
  const service = createService({
    errors,
    log,
    metrics,
    rateLimit: { limiter, limit, windowSeconds },
    origins: createOrigins(config.baseUrl, config.allowedOrigins),
    validateResponses,
  });
  server.start({
    services,
    clientAddress: createClientAddress(config.trustedProxies),
    service: config.roles.api ? service : undefined,
    site: { catalog, ...(docsFolder === undefined ? {} : { docsFolder }) },
    log,
    checkReady: async () => {
      await sql`select 1`.execute(database.unscoped);
    },
  });
}
