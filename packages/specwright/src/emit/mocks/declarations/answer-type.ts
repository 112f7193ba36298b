import type { MediaType, Operation } from "../../../document/model/model.ts";
import { groupBy } from "../../../group-by.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { listSuccesses } from "../../shared/bodies/successes.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printAnswerStatus } from "../../shared/typescript/answer-status.ts";
import { placeOperation, placeResponse } from "../../shared/typescript/places/emitted-place.ts";
import { printSchemaType } from "../../shared/typescript/schema-type.ts";
import { printStreamItemType } from "../../shared/typescript/stream-item-type.ts";
import type { TypeContext } from "../../shared/typescript/type-context.ts";
import { looksLikeAnswer } from "../answers.ts";

/** The printed types of the answers of an operation. */
export interface AnswerTypes {
  /** The body of success, which a function may return alone. `never` when it has to name the status. */
  readonly body: string;
  /** The alternatives of the answers with their status, as lines. */
  readonly answers: string;
  /** The arguments of `error`, as lines: a tuple for each status. */
  readonly errors: string;
}

/** Prints the types of the answers that a mock can give. */
export function printAnswerTypes(operation: Operation, context: TypeContext): AnswerTypes {
  const place = placeOperation(operation, "paths", context);
  const statuses = [...operation.responses.keys()];
  const print = (status: string, mediaType: MediaType): string =>
    printAnswerBody(mediaType, placeResponse(status, place), context);
  const successes = listSuccesses(operation).flatMap(([status, { content }]) =>
    content.map((mediaType) => print(status, mediaType)),
  );
  const replies = groupBy(
    [...operation.responses].map(([status, { value }]) => ({
      status,
      type: printAnswerStatus(status, statuses, context),
      body: joinTypes(
        value.content.map((mediaType) => print(status, mediaType)),
        "undefined",
      ),
      media: value.content.map(({ mediaType }) => escapeString(mediaType)),
    })),
    ({ body, media }) => `${body} ${media.length < 2 ? "" : media.join()}`,
  );
  const answers = [...replies.values()].map((group) => {
    const { body = "undefined", media = [] } = group[0] ?? {};
    const parts = [joinStatuses(group), body, ...(media.length < 2 ? [] : [media.join(" | ")])];
    return `MockReply<${parts.join(", ")}>`;
  });
  const errors = [...replies.values()].flatMap((group) => {
    const found = group.filter(({ status }) => /^[45]|^default$/.test(status));
    return found.length === 0
      ? []
      : [`[status: ${joinStatuses(found)}, body?: ${found[0]?.body}, options?: MockOptions]`];
  });
  return {
    body: looksLikeAnswer(operation) ? "never" : joinTypes(successes, "undefined"),
    answers: printLines(answers),
    errors: printLines(errors),
  };
}

function joinStatuses(group: readonly { readonly type: string }[]): string {
  return group.map(({ type }) => type).join(" | ");
}

function joinTypes(types: readonly string[], none: string): string {
  return types.length === 0 ? none : [...new Set(types)].join(" | ");
}

function printLines(types: readonly string[]): string {
  const unique = [...new Set(types)];
  return unique.length === 0 ? " never" : unique.map((type) => `\n  | ${type}`).join("");
}

function printAnswerBody(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (findStreamFormat(mediaType.mediaType) !== undefined) {
    const item = printStreamItemType(mediaType, place, context, "");
    return `Iterable<${item}> | AsyncIterable<${item}> | ReadableStream`;
  }
  switch (classifyMediaType(mediaType.mediaType)) {
    case "json":
      return printSchemaType(mediaType, place, context, "");
    case "text":
      return "string";
    case "form":
      return "string | URLSearchParams";
    case "multipart":
      return "FormData | Blob | ReadableStream";
    case "binary":
      return mediaType.mediaType.includes("*")
        ? "unknown"
        : "Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream";
  }
}
