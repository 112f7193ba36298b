import type { Logger } from "pino";
import { createAccountChooser } from "../../actions/choosing/choose-together.ts";
import type { Services } from "../../actions/services.ts";
import { describeError } from "../../api/http/errors/describe-error.ts";
import { explainError, toErrorDetail } from "../../api/http/errors/error-answer.ts";
import type { ErrorCatalog } from "../../api/http/errors/error-catalog.ts";
import type { Metrics } from "../../api/http/metrics.ts";
import { createKeySets } from "../../applications/ingress/key-sets.ts";
import { RefreshRefusedError } from "../../applications/oauth/refresh-errors.ts";
import { refreshTokens } from "../../applications/oauth/token-requests.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import { createTokenRefresher } from "../../domain/accounts/token-refresh/refresh-tokens.ts";
import { createExecutionLog } from "../../domain/logs/execution-log.ts";
import type { InFlight } from "../in-flight.ts";
import type { OpenPlatform } from "../open-platform.ts";
import { reportExpired } from "../report-expired.ts";

/** Parts of the process that services use. */
export interface ServiceParts
  extends Pick<Services, "executions" | "usage" | "files" | "disk" | "runningCalls"> {
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
  const { executions, usage, files, disk, runningCalls, metrics, log, exchanges, errorCatalog } =
    parts;
  const refresher = createTokenRefresher(
    platform,
    async (lease, signal) => {
      const own = separateConnections(egress, lease.projectId, "tokens");
      try {
        const tokens = await refreshTokens(own, lease, signal);
        metrics.countRefresh("refreshed");
        return tokens;
      } catch (error) {
        metrics.countRefresh(error instanceof RefreshRefusedError ? "refused" : "failed");
        throw error;
      }
    },
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
    disk,
    executions,
    usage: [executions.readUsage, ...usage],
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
    toDetail: (error) => toErrorDetail(errorCatalog, error),
    countExecution: metrics.countExecution,
  };
}
