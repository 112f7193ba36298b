import type { MediaType, Schema } from "../../model/model.ts";
import { partsSchema } from "./multipart-parts.ts";
import { describeStreamItem, findStreamFormat } from "./stream-item.ts";

/**
 * The schema that a body of a media type is validated against: its own; for a stream, that of each item; for multipart, that
 * of all parts but files.
 */
export function checkedSchema(mediaType: MediaType): Schema | undefined {
  return findStreamFormat(mediaType.mediaType) === undefined
    ? (partsSchema(mediaType) ?? mediaType.schema)
    : describeStreamItem(mediaType).schema;
}
