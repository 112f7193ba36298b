/**
 * The seconds that an application asks callers to wait. It reads `Retry-After` as seconds or a date (RFC 9110, section
 * 10.2.3), else `x-ratelimit-reset` of GitHub and others: the time at which the limit starts again. The result is whole
 * and at least 0; undefined when neither header can be read.
 */
export function readRetryAfterSeconds(
  headers: Headers,
  now: number = Date.now(),
): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text !== undefined && /^\d{1,9}$/.test(text)) {
    return Number(text);
  }
  // Use the application's own clock when the response has a `Date`: our clock may be off by more than the wait.
  const theirs = Date.parse(headers.get("date") ?? "") || now;
  const date = Date.parse(text ?? "");
  if (!Number.isNaN(date)) {
    return Math.max(0, Math.ceil((date - theirs) / 1_000));
  }
  const reset = headers.get("x-ratelimit-reset") ?? "";
  // Seconds since 1970 have ten digits; smaller numbers are a duration.
  if (!/^\d{1,10}$/.test(reset)) {
    return undefined;
  }
  const seconds = Number(reset);
  return reset.length === 10 ? Math.max(0, Math.ceil(seconds - theirs / 1_000)) : seconds;
}
