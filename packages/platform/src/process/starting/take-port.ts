import type { ErrorAnswers } from "../../api/http/errors/error-answer.ts";
import { type HttpServer, openServer } from "../../api/http/open-server.ts";
import { readErrorCode } from "../../base/system-errors.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import { StartError } from "../start-error.ts";

/**
 * Listens on the port of the service before anything else is opened, so that a port in use is reported at once.
 *
 * @throws StartError when the port is in use or cannot be listened on
 */
export async function takePort(
  { host, port, maxConnections, trustedProxies }: PlatformConfig,
  errors: ErrorAnswers,
): Promise<HttpServer> {
  try {
    return await openServer({ host, port, maxConnections, trustedProxies }, errors);
  } catch (error) {
    const code = readErrorCode(error);
    throw new StartError(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use.
Stop the program that uses it, or choose another port: PORT=${port + 1}`
        : `The service cannot listen on ${host}:${port} (${code}).
Choose another HOST or PORT.`,
    );
  }
}

/** With port 0 the system has chosen a port, which the default address of the service has to contain. */
export function withPort(config: PlatformConfig, port: number): PlatformConfig {
  return config.port === 0 && config.baseUrl === "http://localhost:0"
    ? { ...config, port, baseUrl: `http://localhost:${port}` }
    : { ...config, port };
}
