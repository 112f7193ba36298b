import type { Logger } from "pino";
import { useTracing } from "../../base/tracing/tracing.ts";
import type { PlatformConfig } from "../config/platform-config.ts";

/**
 * Sends spans to the configured collector until the returned function is called. Without a collector OpenTelemetry is
 * not loaded, because loading it takes a tenth of a second.
 */
export async function startTracing(
  { tracing }: PlatformConfig,
  log: Logger,
): Promise<(() => Promise<void>) | undefined> {
  if (tracing === undefined) {
    return undefined;
  }
  const { openTracing } = await import("../../base/tracing/open-tracing.ts");
  const opened = openTracing(tracing, () =>
    log.warn(
      "spans cannot be sent to the collector; this is logged once until sending works again",
    ),
  );
  useTracing(opened);
  return async () => {
    useTracing(undefined);
    await opened.close();
  };
}
