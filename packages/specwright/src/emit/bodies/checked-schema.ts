import type { MediaType, Schema } from "../../model/model.ts";
import { dropFileParts } from "./multipart-parts.ts";
import { describeStreamItem, findStreamFormat } from "./stream-item.ts";

/**
 * The schema against which a body is validated: usually that of its media type. For a stream, the schema of each item;
 * for multipart, the schema of all parts that are not files.
 */
export function findCheckedSchema(mediaType: MediaType): Schema | undefined {
  return findStreamFormat(mediaType.mediaType) === undefined
    ? (dropFileParts(mediaType) ?? mediaType.schema)
    : describeStreamItem(mediaType).schema;
}
