import type { MediaType, Schema } from "../../model/model.ts";
import { partsSchema } from "./multipart-parts.ts";
import { describeStreamItem, findStreamFormat } from "./stream-item.ts";

/**
 * The schema against which a body is validated: usually that of its media type. For a stream, the schema of each item;
 * for multipart, the schema of all parts that are not files.
 */
export function checkedSchema(mediaType: MediaType): Schema | undefined {
  return findStreamFormat(mediaType.mediaType) === undefined
    ? (partsSchema(mediaType) ?? mediaType.schema)
    : describeStreamItem(mediaType).schema;
}
