import { isObject } from "@specwright/runtime/v1/values";
import { connectionLost } from "./describe-error.ts";

/** Codes with which the database cannot be reached. One outage causes them in every request, job and heartbeat. */
const codes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|53300)$/;

/** Milliseconds without such an error after which an outage is over. Heartbeats and workers ask more often. */
const quietMs = 15_000;

/** Milliseconds after which an outage that goes on is logged again. */
const repeatMs = 60_000;

/** The lines of a log about outages of the database. */
export interface OutageLines {
  /** Returns true for a line about an outage, which is then not written itself. */
  take(line: unknown): boolean;
}

/**
 * Logs an outage of the database when it begins, once a minute, and when it is over, in place of a line for each failed
 * request.
 *
 * @param write writes a line: its members, and its message
 */
export function createOutageLines(
  write: (members: Readonly<Record<string, unknown>>, message: string) => void,
): OutageLines {
  let began: number | undefined;
  let written = 0;
  let failures = 0;
  let quiet: NodeJS.Timeout | undefined;
  const describe = (): Readonly<Record<string, unknown>> => ({
    failures,
    seconds: Math.round((performance.now() - (began ?? performance.now())) / 1000),
  });
  const end = (): void => {
    write(describe(), "the database has caused no error for 15 seconds: its outage is over");
    began = undefined;
  };
  return {
    take(line) {
      const err = isObject(line) && isObject(line.err) ? line.err : undefined;
      if (err === undefined || !isOutage(err)) {
        return false;
      }
      const now = performance.now();
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs).unref();
      if (began === undefined) {
        [began, written, failures] = [now, now, 1];
        write({ err }, "the database cannot be reached: requests are answered with 503");
        return true;
      }
      failures += 1;
      if (now - written >= repeatMs) {
        written = now;
        write({ ...describe(), code: err.code }, "the database still cannot be reached");
      }
      return true;
    },
  };
}

function isOutage({ name, code, origin }: Readonly<Record<string, unknown>>): boolean {
  return (
    name !== "EgressError" &&
    origin === undefined &&
    typeof code === "string" &&
    (code === connectionLost || codes.test(code))
  );
}
