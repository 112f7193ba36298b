import type { Operation, Response } from "../../model/model.ts";
import type { IsRequiredHeader } from "../bodies/required-headers.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import { responsePlace } from "../typescript/emitted-place.ts";
import { type TypeContext, use } from "../typescript/type-context.ts";
import { typeExpression } from "../typescript/type-expression.ts";
import { responseBodyType } from "./content-type.ts";

/** The union of an operation's answers; statuses that are answered in the same way are one member. */
export function responseType(
  { method, responses }: Operation,
  place: string | undefined,
  context: TypeContext,
  isRequired: IsRequiredHeader,
): string {
  const statuses = new Map<string, string[]>();
  for (const [status, { value }] of responses) {
    const at = responsePlace(status, place);
    const type = statusType(status, [...responses.keys()], context);
    const headers = headersMember(value, context, isRequired);
    for (const rest of alternatives(value, at, context, method === "head" ? "?" : "", headers)) {
      statuses.set(rest, [...(statuses.get(rest) ?? []), type]);
    }
  }
  return statuses.size === 0
    ? " never"
    : [...statuses]
        .map(
          ([rest, types]) => `\n  | {\n      readonly status: ${types.join(" | ")};\n${rest}    }`,
        )
        .join("");
}

/**
 * Each media type is an alternative; the first one is meant when none is named.
 *
 * @param bodyMark `?` when a body may be left out where the document has one
 */
function alternatives(
  response: Response,
  place: string | undefined,
  context: TypeContext,
  bodyMark: "" | "?",
  headers: string,
): readonly string[] {
  const { content } = response;
  if (content.length === 0) {
    return [`${headers}      readonly body?: undefined;\n`];
  }
  return content.map((mediaType, index) => {
    const type = responseBodyType(mediaType, place, context);
    const mark = index === 0 ? "?" : "";
    const name =
      content.length === 1
        ? ""
        : `      readonly mediaType${mark}: ${escapeString(mediaType.mediaType)};\n`;
    return `${headers}${name}      readonly body${bodyMark}: ${type};\n`;
  });
}

function headersMember(
  { headers }: Response,
  context: TypeContext,
  isRequired: IsRequiredHeader,
): string {
  const members = [...headers].map(([name, { value }]) => {
    const place = { indent: "        ", path: `#/paths/headers/${name}` };
    const type = typeExpression(value.schema, context, place);
    return `readonly ${escapePropertyKey(name)}${isRequired(name, value) ? "" : "?"}: ${type}`;
  });
  const mark = [...headers].some(([name, { value }]) => isRequired(name, value)) ? "" : "?";
  const documented = members.length === 0 ? "" : `<{ ${members.join("; ")} }>`;
  return `      readonly headers${mark}: ResponseHeaders${documented};\n`;
}

const ranges: Readonly<Record<string, string>> = {
  "2XX": "SuccessStatus",
  "3XX": "RedirectStatus",
  "4XX": "ClientErrorStatus",
  "5XX": "ServerErrorStatus",
};

/** A range and `default` are what the more exact entries leave (OpenAPI 3.1, section 4.8.16). */
function statusType(status: string, all: readonly string[], context: TypeContext): string {
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
