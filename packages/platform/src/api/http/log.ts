import { type DestinationStream, type Logger, pino } from "pino";
import { createOutageLines } from "./errors/outage-lines.ts";
import type { LogLevel } from "./log-levels.ts";
import { createReadableLog } from "./readable-log.ts";

/** The number of pino's level `warn`. */
const warnLevel = 40;

/**
 * Creates the log of the process: lines for people where standard output is a terminal, otherwise one JSON object a line, times in
 * ISO 8601. It must not contain secrets, paths or
 * queries. An outage of the database is a few lines, not one for each error that it causes.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const outages = createOutageLines((members, message) => log.error(members, message));
  let isWritingOutage = false;
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, of: number): void {
        const mayBeOutage = !isWritingOutage && of >= warnLevel;
        isWritingOutage = true;
        const isTaken = mayBeOutage && outages.take(args[0]);
        isWritingOutage = false;
        if (!isTaken) {
          method.apply(this, args);
        }
      },
    },
  };
  const to = destination ?? openTerminal();
  const log = to === undefined ? pino(options) : pino(options, to);
  return log;
}

/** Standard output for people; undefined where a program reads it. */
function openTerminal(): DestinationStream | undefined {
  const { stdout } = process;
  return stdout.isTTY
    ? createReadableLog((text) => stdout.write(text), stdout.hasColors())
    : undefined;
}
