import type { Diagnostic } from "../../../diagnostic.ts";
import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import { keywordsOf } from "../../../document/model/facts/keywords.ts";
import type { MediaType, Operation, Schema } from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";

/**
 * Losses for `itemSchema` of bodies that are not streams, and for constraints on a whole stream, which is never in
 * memory at once.
 */
export function findStreamLosses({ requestBody, responses }: Operation): readonly Diagnostic[] {
  return [requestBody, ...responses.values()]
    .flatMap((body) => body?.value.content ?? [])
    .flatMap((content) => [...reportItemsOfNoStream(content), ...reportWholeStream(content)]);
}

function reportItemsOfNoStream({ mediaType, itemSchema }: MediaType): Diagnostic[] {
  return itemSchema === undefined || findStreamFormat(mediaType) !== undefined
    ? []
    : [
        reportStreamLoss(itemSchema, {
          message: `\`${mediaType}\` is not read item by item, so \`itemSchema\` is not enforced.`,
          fix: "Describe the body by `schema`, or send it as `application/jsonl` or `text/event-stream`.",
        }),
      ];
}

function reportWholeStream({ mediaType, schema, itemSchema }: MediaType): Diagnostic[] {
  if (schema === undefined || findStreamFormat(mediaType) === undefined) {
    return [];
  }
  const target = followSchemaReferences(schema);
  if (target === undefined) {
    return [];
  }
  const isList = target.types?.includes("array") === true;
  const isOfItems = !isList || keywords.every((keyword) => target[keyword] === undefined);
  return isOfItems && (itemSchema === undefined || !isList)
    ? []
    : [
        reportStreamLoss(schema, {
          message:
            "A stream is validated item by item, so `schema`, which describes it as a whole, is not enforced.",
          fix: "Describe each item with `itemSchema` or `items`.",
        }),
      ];
}

/** The keywords that constrain an array as a whole. */
const keywords = keywordsOf.array.filter((keyword) => keyword !== "items");

function reportStreamLoss(
  { location }: Schema,
  reported: Pick<Diagnostic, "message" | "fix">,
): Diagnostic {
  return reportLoss(location, "stream-not-enforced", reported);
}
