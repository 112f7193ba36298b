import type { Diagnostic } from "../../../diagnostic.ts";
import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { Location, MediaType, Operation, Schema } from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { foldValueType } from "../../shared/parameters/value-type.ts";

/** Losses for request and response bodies that the router does not check against their schema. */
export function findUncheckedBodies({ requestBody, responses }: Operation): readonly Diagnostic[] {
  const request = requestBody?.value;
  const ofRequest = (request?.content ?? [])
    .filter((content) => isUnchecked(content) || saysMoreThanBytes(content))
    .map(({ mediaType }) =>
      reportUnchecked(request, {
        message: `\`${mediaType}\` bodies are passed to the handler without validation.`,
        fix: "Check them in the handler.",
      }),
    );
  const ofResponses = [...responses.values()].flatMap(({ value }) =>
    value.content
      .filter((content) => isAnswerUnchecked(content) || saysMoreThanBytes(content))
      .map(({ mediaType, schema }) =>
        reportUnchecked(schema, {
          message: `\`${mediaType}\` answers are neither validated by the router nor by the client.`,
          fix: "Validate them in the handler and in the code that calls it.",
        }),
      ),
  );
  return [...ofRequest, ...ofResponses];
}

function reportUnchecked(
  place: { readonly location: Location } | undefined,
  reported: Pick<Diagnostic, "message" | "fix">,
): Diagnostic {
  return reportLoss(place?.location, "unchecked-body", reported);
}

/** Returns whether a body is a constrained text or binary body, which the router does not parse. */
export function isUnchecked(content: MediaType): boolean {
  const { mediaType } = content;
  const isParsed =
    classifyMediaType(mediaType) === "form" || listMultipartParts(content) !== undefined;
  return !isParsed && (isAnswerUnchecked(content) || isEventStream(content));
}

/** The same for responses. The router only makes JSON and the items of streams from values. */
function isAnswerUnchecked({ mediaType, schema }: MediaType): boolean {
  const isChecked =
    classifyMediaType(mediaType) === "json" || findStreamFormat(mediaType) !== undefined;
  return !isChecked && schema !== undefined && foldValueType(schema) !== undefined;
}

/** Servers send events, so the router never reads them from requests. */
function isEventStream({ mediaType, schema }: MediaType): boolean {
  return (
    findStreamFormat(mediaType) === "events" &&
    schema !== undefined &&
    foldValueType(schema) !== undefined
  );
}

/**
 * Returns whether a schema of a binary body has constraints. Text is validated as a string, but bytes are not, and even
 * their length is not checked.
 */
function saysMoreThanBytes({ mediaType, schema }: MediaType): boolean {
  const target = schema && followSchemaReferences(schema);
  return (
    classifyMediaType(mediaType) === "binary" &&
    target !== undefined &&
    asserting.some((keyword) => target[keyword] !== undefined)
  );
}

const asserting: readonly (keyof Schema)[] = ["minLength", "maxLength", "pattern", "enum", "const"];
