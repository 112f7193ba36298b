/** The levels of pino that the service uses. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

/** A level of `logLevels`. */
export type LogLevel = (typeof logLevels)[number];
