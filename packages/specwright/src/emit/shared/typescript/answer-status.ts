import { type TypeContext, use } from "./type-context.ts";

const ranges: Readonly<Record<string, string>> = {
  "2XX": "SuccessStatus",
  "3XX": "RedirectStatus",
  "4XX": "ClientErrorStatus",
  "5XX": "ServerErrorStatus",
};

/**
 * The type of a status. A range or `default` covers all statuses that have no entry of their own (OpenAPI 3.1, section
 * 4.8.16).
 */
export function printAnswerStatus(
  status: string,
  all: readonly string[],
  context: TypeContext,
): string {
  if (/^\d+$/.test(status)) {
    return String(Number(status));
  }
  const range = ranges[status];
  const whole = use(range ?? "StatusCode", context);
  const taken = all
    .filter((other) => other !== status && (range === undefined || other[0] === status[0]))
    .map((other) => (/^\d+$/.test(other) ? String(Number(other)) : ranges[other]))
    .filter((type) => type !== undefined)
    .map((type) => (/^\d/.test(type) ? type : use(type, context)));
  return taken.length === 0 ? whole : `Exclude<${whole}, ${taken.join(" | ")}>`;
}
