import type { MediaType, Schema } from "../../model/model.ts";
import { partsSchema } from "./multipart-parts.ts";
import { streamFormatOf, streamItemOf } from "./stream-item.ts";

/** What a body of a media type is held against: its schema, that of each item of a stream, that of parts but for files. */
export function checkedSchema(mediaType: MediaType): Schema | undefined {
  return streamFormatOf(mediaType.mediaType) === undefined
    ? (partsSchema(mediaType) ?? mediaType.schema)
    : streamItemOf(mediaType).schema;
}
