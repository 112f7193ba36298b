import type { ValueType } from "@specwright/runtime/v1/parameters";
import type { Diagnostic } from "../../../diagnostic.ts";
import type { MediaType, Model, Operation, Schema } from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { collectProperties } from "../../shared/bodies/map-properties.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { uniteValueTypes } from "../../shared/parameters/value-type.ts";

/**
 * Losses for parts of forms and multipart bodies that are objects in another format than JSON, and for parts of
 * multipart bodies that have a style.
 */
export function findEncodingLosses(
  { requestBody }: Operation,
  { openapi }: Pick<Model, "openapi">,
): readonly Diagnostic[] {
  const content = requestBody?.value.content ?? [];
  // OpenAPI 3.0 has styles in forms only.
  const styled = openapi.startsWith("3.0") ? [] : content.flatMap(findStyleLosses);
  return [...content.flatMap(findContentLosses), ...styled];
}

/** Each item of a list is sent as its own part, like `style: form` with `explode` (OpenAPI 3.1, section 4.8.15). */
function findStyleLosses({ mediaType, schema, encoding }: MediaType): Diagnostic[] {
  if (schema === undefined || classifyMediaType(mediaType) !== "multipart") {
    return [];
  }
  const properties = collectProperties(schema);
  return [...encoding].flatMap(([name, { style, explode }]): Diagnostic[] => {
    const types = [uniteValueTypes(properties.get(name) ?? [])?.type ?? []].flat();
    const isStyled = style !== undefined || explode !== undefined;
    const isAsParts =
      (style ?? "form") === "form" && explode !== false && !types.includes("object");
    return !isStyled || isAsParts || !(types.includes("array") || types.includes("object"))
      ? []
      : [
          reportEncodingLoss(
            schema,
            `\`${name}\` is written and read as parts or JSON, without its style.`,
          ),
        ];
  });
}

function findContentLosses({ mediaType, schema, encoding }: MediaType): Diagnostic[] {
  const kind = classifyMediaType(mediaType);
  if (schema === undefined || (kind !== "form" && kind !== "multipart")) {
    return [];
  }
  const properties = collectProperties(schema);
  return [...encoding].flatMap(([name, { contentType }]): Diagnostic[] => {
    const types = contentType?.split(",").map(classifyMediaType) ?? ["json"];
    const isObject = holdsObjects(uniteValueTypes(properties.get(name) ?? []));
    return !isObject || types.includes("json")
      ? []
      : [
          reportEncodingLoss(
            schema,
            `\`${name}\` is written and read as JSON, and not as \`${contentType}\`.`,
          ),
        ];
  });
}

function reportEncodingLoss({ location }: Schema, message: string): Diagnostic {
  const fix = "Describe it as text, and write and parse the text by hand.";
  return reportLoss(location, "encoding-not-carried", { message, fix });
}

function holdsObjects(type: ValueType | undefined): boolean {
  return (
    type !== undefined &&
    ([type.type].flat().includes("object") ||
      [...(type.prefixItems ?? []), type.items].some(holdsObjects))
  );
}
