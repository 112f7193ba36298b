import type { Metrics } from "../../api/http/metrics.ts";
import {
  type HttpServer,
  type MetricsServer,
  openMetricsServer,
} from "../../api/http/open-server.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import { StartError } from "../start-error.ts";

/**
 * Serves the metrics, `/health` and `/ready` on a port of their own; undefined when the configuration turns them off.
 *
 * @throws StartError when the port cannot be listened on
 */
export async function serveMetrics(
  { metricsHost, metricsPort }: PlatformConfig,
  metrics: Metrics,
  { answerProbe }: Pick<HttpServer, "answerProbe">,
): Promise<MetricsServer | undefined> {
  if (metricsPort === undefined) {
    return undefined;
  }
  return await openMetricsServer(metricsHost, metricsPort, {
    render: metrics.render,
    answerProbe,
  }).catch(() => {
    throw new StartError(`The metrics cannot be served on ${metricsHost}:${metricsPort}.
Set PLATFORM_METRICS_PORT to a port that is free, or to off, and PLATFORM_METRICS_HOST to an address of this machine.`);
  });
}
