import type { Diagnostic } from "../../diagnostic.ts";
import type { MediaType, Operation } from "../../model/model.ts";
import { propertiesOf } from "../map-properties.ts";
import { mediaKind } from "../media-kind.ts";
import { unitedValueType, type ValueType } from "../value-type.ts";

/** Losses: parts of forms and multipart bodies that are objects, and are to be written as something other than JSON. */
export function encodingLosses({ requestBody }: Operation): readonly Diagnostic[] {
  return (requestBody?.value.content ?? []).flatMap(ofContent);
}

function ofContent({ mediaType, schema, encoding }: MediaType): Diagnostic[] {
  const kind = mediaKind(mediaType);
  if (schema === undefined || (kind !== "form" && kind !== "multipart")) {
    return [];
  }
  const properties = propertiesOf(schema);
  return [...encoding].flatMap(([name, { contentType }]): Diagnostic[] => {
    const types = contentType?.split(",").map(mediaKind) ?? ["json"];
    const isObject = holdsObjects(unitedValueType(properties.get(name) ?? []));
    return !isObject || types.includes("json")
      ? []
      : [
          {
            severity: "loss",
            code: "encoding-not-carried",
            message: `\`${name}\` is written and read as JSON, and not as \`${contentType}\`.`,
            fix: "Describe it as text, and write and read that by hand.",
            file: schema.location.file,
            pointer: schema.location.pointer,
          },
        ];
  });
}

function holdsObjects(type: ValueType | undefined): boolean {
  return type !== undefined && ([type.type].flat().includes("object") || holdsObjects(type.items));
}
