import type { Action } from "../description.ts";

/**
 * Seconds until a step is repeated: those of the header `Retry-After`, as a number or a date (RFC 9110, section 10.2.3), otherwise
 * those of the action.
 */
export function findRetryDelay({ retryAfter }: Action, headers: Headers | undefined): number {
  const text = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text);
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? retryAfter : Math.max(0, (date - Date.now()) / 1000);
}
