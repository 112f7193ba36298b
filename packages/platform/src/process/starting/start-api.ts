import type { Logger } from "pino";
import type { Services } from "../../actions/services.ts";
import { groupAddress } from "../../api/http/callers/address-subject.ts";
import { createClientAddress } from "../../api/http/callers/client-address.ts";
import { createOrigins } from "../../api/http/callers/origins.ts";
import { createService } from "../../api/http/create-service.ts";
import type { ErrorAnswers } from "../../api/http/errors/error-answer.ts";
import type { Fairness } from "../../api/http/fairness/fairness.ts";
import type { Metrics } from "../../api/http/metrics.ts";
import type { HttpServer } from "../../api/http/open-server.ts";
import { createFilesPlace } from "../../api/http/places/files-place.ts";
import type { Place } from "../../api/http/places/place.ts";
import { createExampleApplication } from "../../api/http/site/example.ts";
import { createMcpSignIn } from "../../api/sign-in/mcp-sign-in.ts";
import { findSchemaProblems } from "../../base/db/migrate.ts";
import { consoleFolder } from "../../base/package-files.ts";
import { createRateLimiter } from "../../domain/requests/rate-limiter.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import { formatConfigProblem } from "../config/read-config.ts";
import type { OpenPlatform } from "../open-platform.ts";
import { findProxyProblem } from "./find-proxy-problem.ts";

/** Settings of the API. */
export interface ApiOptions {
  readonly config: PlatformConfig;
  readonly docsFolder?: string;
  readonly isConsoleBuilding?: () => boolean;
  readonly places?: readonly Place[];
  readonly validateResponses?: boolean;
}

/** The parts of the process from which the API is built. */
export interface ApiParts {
  readonly server: HttpServer;
  readonly opened: OpenPlatform;
  readonly services: Services;
  readonly errors: ErrorAnswers;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly fairness: Fairness;
  /** Opens the folder for the bodies of imports, at the first import. */
  readonly spoolFolder: () => Promise<string>;
}

/** A caller's requests are counted in windows of this length. */
const windowSeconds = 60;

/** Lets the server answer requests. A process that only runs jobs has no API and only answers health checks. */
export function startApi(options: ApiOptions, parts: ApiParts): void {
  const { config, docsFolder, places = [], validateResponses = false } = options;
  const { server, opened, services, errors, metrics, log, fairness, spoolFolder } = parts;
  const { database, catalogs } = opened;
  const proxy = findProxyProblem(config);
  if (proxy !== undefined) {
    log.warn(formatConfigProblem(proxy));
  }
  const limit = config.rateLimit;
  const limiter = createRateLimiter(database, { limit, windowMs: windowSeconds * 1000 });
  const service = createService({
    errors,
    log,
    metrics,
    rateLimit: { limiter, limit, windowSeconds },
    fairness,
    origins: createOrigins(config.baseUrl, config.allowedOrigins),
    places: [createFilesPlace(), ...places],
    spoolFolder,
    validateResponses,
  });
  const clientAddress = createClientAddress(config.trustedProxies, (address) =>
    log.warn(
      { address },
      "a request reports another caller (X-Forwarded-For or Forwarded), and its address is not in PLATFORM_TRUSTED_PROXIES. If it is your proxy, add it: otherwise all callers behind it share the limits of one address",
    ),
  );
  const signIn = createMcpSignIn({
    services,
    countAddress: (incoming) => limiter.take(groupAddress(clientAddress(incoming))),
    toAnswer: errors.answerError,
  });
  server.start({
    services,
    clientAddress,
    signIn: config.roles.api ? signIn : undefined,
    service: config.roles.api ? service : undefined,
    site: {
      baseUrl: config.baseUrl,
      catalog: catalogs.installation,
      docsFolder,
      console: { folder: consoleFolder, isBuilding: options.isConsoleBuilding ?? (() => false) },
      example: config.hasExample ? createExampleApplication() : undefined,
    },
    log,
    checkReady: async () => {
      const problems = await findSchemaProblems(database.unscoped);
      const disk = await services.disk.readState();
      return { disk, reasons: problems.map(({ message }) => message) };
    },
  });
}
