import type { Operation, Response } from "../../document/model/model.ts";
import { type TypeContext, use } from "../shared/typescript/type-context.ts";
import { listErrorResponses } from "./answers.ts";
import type { BodyTypes } from "./body-types.ts";

/**
 * The type of an operation's documented errors: a union of `ApiError`, discriminated by `status`. Statuses with the
 * same body and headers share one member. A range and `default` cover all statuses that the document does not list.
 *
 * The text begins with a space or a line break.
 *
 * @param toFields the type of a response's documented headers; undefined when it has none
 */
export function printErrorType(
  operation: Operation,
  types: BodyTypes,
  context: Pick<TypeContext, "used">,
  toFields: (response: Response, status: string) => string | undefined = () => undefined,
): string {
  const documented = listErrorResponses(operation).map(([status]) => status);
  const byBody = new Map<string, { rest: readonly string[]; statuses: string[] }>();
  for (const [status, response] of listErrorResponses(operation)) {
    const fields = toFields(response, status);
    const rest = [types.printResponse(status), ...(fields === undefined ? [] : [fields])];
    const key = rest.join(", ");
    const member = byBody.get(key) ?? { rest, statuses: [] };
    member.statuses.push(printErrorStatus(status, documented, context));
    byBody.set(key, member);
  }
  const members = [...byBody.values()];
  if (members.length === 0) {
    return " ApiError";
  }
  return members.length === 1
    ? members.map((member) => ` ${printErrorMember(member, "")}`).join("")
    : members.map((member) => `\n  | ${printErrorMember(member, "    ")}`).join("");
}

/** `ApiError<status, body, headers>`, on several lines when one would be too long. */
function printErrorMember(
  { rest, statuses }: { readonly rest: readonly string[]; readonly statuses: readonly string[] },
  indent: string,
): string {
  const all = [statuses.join(" | "), ...rest];
  const line = all.join(", ");
  return line.length <= 70
    ? `ApiError<${line}>`
    : `ApiError<\n${all.map((each) => `${indent}  ${each}`).join(",\n")}\n${indent}>`;
}

function printErrorStatus(
  status: string,
  documented: readonly string[],
  context: Pick<TypeContext, "used">,
): string {
  if (/^\d{3}$/.test(status)) {
    return status;
  }
  const classes: Readonly<Record<string, string>> = {
    "4": "ClientErrorStatus",
    "5": "ServerErrorStatus",
  };
  const range = use(classes[status[0] ?? ""] ?? "ErrorStatus", context);
  const others = documented.filter((other) => other !== status && isWithin(other, status));
  const excluded = others.map((other) =>
    /^\d{3}$/.test(other) ? other : use(classes[other[0] ?? ""] ?? "ErrorStatus", context),
  );
  return excluded.length === 0 ? range : `Exclude<${range}, ${excluded.join(" | ")}>`;
}

/** Returns whether a range or `default` covers a status. */
function isWithin(status: string, range: string): boolean {
  return range === "default" || status.startsWith(range[0] ?? "");
}
