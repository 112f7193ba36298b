import type { Header } from "../../../document/model/model.ts";
import { foldValueType } from "../../shared/parameters/value-type.ts";

/** A header's description, with only those members that differ from their default. */
export function describeHeader(name: string, header: Header): Readonly<Record<string, unknown>> {
  const { contentType, explode, schema } = header;
  return {
    name,
    in: "header",
    contentType,
    explode: (contentType === undefined && explode) || undefined,
    type: contentType === undefined ? foldValueType(schema) : undefined,
  };
}
