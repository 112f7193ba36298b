import type { Operation, Response } from "../../../document/model/model.ts";
import type { IsRequiredHeader } from "../../shared/bodies/required-headers.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printObjectType } from "../../shared/print/layout.ts";
import { printAnswerStatus } from "../../shared/typescript/answer-status.ts";
import { placeResponse } from "../../shared/typescript/places/emitted-place.ts";
import { printTypeExpression } from "../../shared/typescript/schema/type-expression.ts";
import {
  collectUses,
  type TypeContext,
  use,
  useAll,
} from "../../shared/typescript/type-context.ts";
import { printResponseContentType } from "./content-type.ts";

/** One form of an operation's response. Statuses with the same form share it. */
export interface Answer {
  /** The statuses, as types. */
  readonly statuses: readonly string[];
  /** The documented headers as members of an object type. Empty when the document has none. */
  readonly headers: readonly string[];
  /** `?` when a handler may omit the headers. */
  readonly headersMark: "" | "?";
  /** The members beside `status` and `headers`. */
  readonly members: readonly string[];
  /** The imports and helpers that its types use, except those for its statuses. */
  readonly used: ReadonlySet<string>;
  /** The types that its statuses need. */
  readonly statusUses: ReadonlySet<string>;
  /**
   * The name of the body's schema, or `Empty`; the answer is named after it. Undefined when the body's type is written
   * out.
   */
  readonly subject: string | undefined;
}

/** Prints the types of an operation's answers. */
export function listAnswers(
  { method, responses }: Operation,
  place: string | undefined,
  context: TypeContext,
  isRequired: IsRequiredHeader,
): readonly Answer[] {
  const found = new Map<string, Answer>();
  for (const [status, { value }] of responses) {
    const at = placeResponse(status, place);
    const type = collectUses(context, () =>
      printAnswerStatus(status, [...responses.keys()], context),
    );
    const bodyMark = method === "head" ? "?" : "";
    for (const answer of listTypedAnswers(value, at, context, { bodyMark, isRequired })) {
      const key = answerText(answer);
      const known = found.get(key) ?? answer;
      found.set(key, {
        ...answer,
        statuses: [...known.statuses, type.result],
        statusUses: new Set([...known.statusUses, ...type.used]),
      });
    }
  }
  return [...found.values()];
}

/** The text by which answers are compared. It contains everything except their statuses. */
export function answerText({ headers, headersMark, members }: Answer): string {
  return [headersMark, ...headers, "", ...members].join("\n");
}

/** The union of an operation's responses, each written out. */
export function printHandlerResponses(answers: readonly Answer[], context: TypeContext): string {
  return printUnion(
    answers.map((answer) => {
      useAll([...answer.used, ...answer.statusUses], context);
      return printAnswer(answer, answer.statuses.join(" | "), "    ");
    }),
  );
}

/** The alternatives of a union. Each begins on its own line. */
export function printUnion(types: readonly string[]): string {
  return types.length === 0 ? " never" : types.map((type) => `\n  | ${type}`).join("");
}

/**
 * A response as an object type.
 *
 * @param indent the indentation of the line on which it ends
 */
export function printAnswer(
  { headers, headersMark, members }: Answer,
  status: string,
  indent: string,
): string {
  const line = `readonly headers${headersMark}: ResponseHeaders`;
  const type =
    headers.length === 0 ? "" : `<${printObjectType(headers, `${indent}  `, line, "<>;")}>`;
  const lines = [`readonly status: ${status};`, `${line}${type};`, ...members];
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join("")}${indent}}`;
}

/** One alternative for each media type. The first one is the default when the handler names none. */
function listTypedAnswers(
  response: Response,
  place: string | undefined,
  context: TypeContext,
  {
    bodyMark,
    isRequired,
  }: {
    /** `?` when a handler may omit the body although the document has one. */
    readonly bodyMark: "" | "?";
    readonly isRequired: IsRequiredHeader;
  },
): readonly Answer[] {
  const { content } = response;
  const printed = collectUses(context, () => {
    use("ResponseHeaders", context);
    return printServerHeaders(response, context, isRequired);
  });
  const answer = (
    members: readonly string[],
    used: Iterable<string>,
    subject: string | undefined,
  ): Answer => ({
    ...printed.result,
    statuses: [],
    statusUses: new Set(),
    members,
    used: new Set([...printed.used, ...used]),
    subject,
  });
  if (content.length === 0) {
    return [answer(["readonly body?: undefined;"], [], "Empty")];
  }
  return content.map((mediaType, index) => {
    const body = collectUses(context, () => printResponseContentType(mediaType, place, context));
    const mark = index === 0 ? "?" : "";
    const name =
      content.length === 1
        ? []
        : [`readonly mediaType${mark}: ${escapeString(mediaType.mediaType)};`];
    const members = [...name, `readonly body${bodyMark}: ${body.result};`];
    return answer(members, body.used, mediaType.schema?.ref?.name);
  });
}

function printServerHeaders(
  { headers }: Response,
  context: TypeContext,
  isRequired: IsRequiredHeader,
): Pick<Answer, "headers" | "headersMark"> {
  const members = [...headers].map(([name, { value }]) => {
    const place = { indent: "        ", path: `#/paths/headers/${name}` };
    const type = printTypeExpression(value.schema, context, place);
    return `readonly ${escapePropertyKey(name)}${isRequired(name, value) ? "" : "?"}: ${type}`;
  });
  return {
    headers: members,
    headersMark: [...headers].some(([name, { value }]) => isRequired(name, value)) ? "" : "?",
  };
}
