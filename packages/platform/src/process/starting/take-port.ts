import type { PlatformConfig } from "../../config/platform-config.ts";
import type { ErrorAnswers } from "../../http/errors/error-answer.ts";
import { type HttpServer, openServer } from "../../http/open-server.ts";
import { StartError } from "../start-error.ts";

/**
 * Listens on the port of the service before anything else is opened, so that a port in use is reported at once.
 *
 * @throws StartError when the port is in use or cannot be listened on
 */
export async function takePort(
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
Stop the program that uses it, or choose another port: PORT=${port + 1}`
        : `The service cannot listen on ${host}:${port} (${String(code)}).
Choose another HOST or PORT.`,
    );
  }
}

/** With port 0 the system has chosen a port, which the default address of the service has to contain. */
export function withPort(config: PlatformConfig, port: number): PlatformConfig {
  return config.port === 0 && config.baseUrl === "http://localhost:0"
    ? { ...config, baseUrl: `http://localhost:${port}` }
    : config;
}

/** Address of a server on this machine. */
export function buildLocalUrl(host: string, port: number): string {
  return `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;
}
