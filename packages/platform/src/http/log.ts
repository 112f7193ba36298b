import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "../config/platform-config.ts";

/**
 * Creates the log of the process: one JSON object a line, times in ISO 8601. It must not contain secrets, paths or
 * queries.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}
