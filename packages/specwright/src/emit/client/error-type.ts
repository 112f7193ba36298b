import type { Operation } from "../../model/model.ts";
import { failures } from "./answers.ts";
import type { BodyTypes } from "./body-types.ts";

/**
 * The type of an operation's documented errors: a union of `ApiError`, discriminated by `status`. Statuses with the same
 * body stand together; a range and `default` stand for what is not documented by itself.
 */
export function errorType(operation: Operation, types: BodyTypes): string {
  const documented = failures(operation).map(([status]) => status);
  const byBody = new Map<string, string[]>();
  for (const status of documented) {
    const body = types.response(status);
    const statuses = byBody.get(body) ?? [];
    statuses.push(statusType(status, documented));
    byBody.set(body, statuses);
  }
  if (byBody.size === 0) {
    return "ApiError";
  }
  return byBody.size === 1
    ? [...byBody].map(([body, statuses]) => memberType(body, statuses, "")).join("")
    : [...byBody].map(([body, statuses]) => `\n  | ${memberType(body, statuses, "    ")}`).join("");
}

/** `ApiError<status, body>`, over several lines where one would be long. */
function memberType(body: string, statuses: readonly string[], indent: string): string {
  const status = statuses.join(" | ");
  return status.length + body.length <= 50
    ? `ApiError<${status}, ${body}>`
    : `ApiError<\n${indent}  ${status},\n${indent}  ${body}\n${indent}>`;
}

function statusType(status: string, documented: readonly string[]): string {
  if (/^\d{3}$/.test(status)) {
    return status;
  }
  const classes: Readonly<Record<string, string>> = {
    "4": "ClientErrorStatus",
    "5": "ServerErrorStatus",
  };
  const range = classes[status[0] ?? ""] ?? "ErrorStatus";
  const others = documented.filter((other) => other !== status && isWithin(other, status));
  const excluded = others.map((other) =>
    /^\d{3}$/.test(other) ? other : (classes[other[0] ?? ""] ?? ""),
  );
  return excluded.length === 0 ? range : `Exclude<${range}, ${excluded.join(" | ")}>`;
}

/** Whether a status is one of those that a range or `default` stands for. */
function isWithin(status: string, range: string): boolean {
  return range === "default" || status.startsWith(range[0] ?? "");
}
