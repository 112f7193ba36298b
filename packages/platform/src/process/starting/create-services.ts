import type { Logger } from "pino";
import { createAccountChooser } from "../../actions/choosing/choose-together.ts";
import type { Services } from "../../actions/services.ts";
import { createTokenRefresher } from "../../domain/accounts/token-refresh/refresh-tokens.ts";
import { createExecutionLog } from "../../domain/logs/execution-log.ts";
import { separateConnections } from "../../egress/for-project.ts";
import { describeError } from "../../http/errors/describe-error.ts";
import { explainError } from "../../http/errors/error-answer.ts";
import type { ErrorCatalog } from "../../http/errors/error-catalog.ts";
import type { Metrics } from "../../http/metrics.ts";
import { createKeySets } from "../../ingress/key-sets.ts";
import { refreshTokens } from "../../oauth/token-requests.ts";
import type { InFlight } from "../in-flight.ts";
import type { OpenPlatform } from "../open-platform.ts";
import { reportExpired } from "../report-expired.ts";

/** Parts of the process that services use. */
export interface ServiceParts extends Pick<Services, "executions" | "files" | "runningCalls"> {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Tracks token exchanges. A process waits for them before it stops. */
  readonly exchanges: InFlight;
  readonly errorCatalog: ErrorCatalog;
}

/** Creates the services of an open platform, for its handlers and its jobs. */
export function createServices(
  { platform, catalogs, imports, egress }: OpenPlatform,
  parts: ServiceParts,
): Services {
  const { executions, files, runningCalls, metrics, log, exchanges, errorCatalog } = parts;
  const refresher = createTokenRefresher(
    platform,
    (lease, signal) =>
      refreshTokens(separateConnections(egress, lease.projectId, "tokens"), lease, signal),
    undefined,
    reportExpired(log),
  );
  return {
    platform,
    catalogs,
    imports,
    egress,
    keySets: createKeySets(egress),
    files,
    executions,
    runningCalls,
    executionLog: createExecutionLog(platform),
    accounts: createAccountChooser(platform),
    tokens: { getTokens: (...asked) => exchanges.track(refresher.getTokens(...asked)) },
    warn: (event, { failure, ...details }) =>
      log.warn(
        failure === undefined ? details : { ...details, err: describeError(failure) },
        event,
      ),
    explain: (error, fix) => explainError(errorCatalog, error, fix),
    countExecution: metrics.countExecution,
  };
}
