import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "../config/platform-config.ts";

/** The log of the process: one JSON object a line, times in ISO 8601. Nothing in it holds a secret, a path or a query. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}
