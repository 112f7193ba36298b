import { sql } from "kysely";
import type { Logger } from "pino";
import type { Services } from "../../actions/services.ts";
import type { PlatformConfig } from "../../config/platform-config.ts";
import { createRateLimiter } from "../../domain/requests/rate-limiter.ts";
import { createClientAddress } from "../../http/callers/client-address.ts";
import { createOrigins } from "../../http/callers/origins.ts";
import { createService } from "../../http/create-service.ts";
import type { ErrorAnswers } from "../../http/errors/error-answer.ts";
import type { Metrics } from "../../http/metrics.ts";
import type { HttpServer } from "../../http/open-server.ts";
import { createFilesPlace } from "../../http/places/files-place.ts";
import type { Place } from "../../http/places/place.ts";
import type { OpenPlatform } from "../open-platform.ts";

/** Settings of the API. */
export interface ApiOptions {
  readonly config: PlatformConfig;
  readonly docsFolder?: string;
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
}

/** A caller's requests are counted in windows of this length. */
const windowSeconds = 60;

/** Lets the server answer requests. A process that only runs jobs has no API and only answers health checks. */
export function startApi(options: ApiOptions, parts: ApiParts): void {
  const { config, docsFolder, places = [], validateResponses = false } = options;
  const { server, opened, services, errors, metrics, log } = parts;
  const { database, catalogs } = opened;
  const limit = config.rateLimit;
  const limiter = createRateLimiter(database, { limit, windowMs: windowSeconds * 1000 });
  const service = createService({
    errors,
    log,
    metrics,
    rateLimit: { limiter, limit, windowSeconds },
    origins: createOrigins(config.baseUrl, config.allowedOrigins),
    places: [createFilesPlace(), ...places],
    validateResponses,
  });
  server.start({
    services,
    clientAddress: createClientAddress(config.trustedProxies),
    service: config.roles.api ? service : undefined,
    site: { catalog: catalogs.installation, ...(docsFolder === undefined ? {} : { docsFolder }) },
    log,
    checkReady: async () => {
      await sql`select 1`.execute(database.unscoped);
    },
  });
}
