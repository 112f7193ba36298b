import type { JsonObject } from "../../../../json-object.ts";
import type { Origins } from "../../origins.ts";
import type { LostPart } from "../report-losses.ts";
import type { ToSchema } from "./convert-schema.ts";

/** What the parts of one conversion share. */
export interface DiscoveryContext {
  readonly origins: Origins;
  readonly losses: LostPart[];
  readonly toSchema: ToSchema;
}

/**
 * Converts a parameter. Its keywords stand in the parameter itself; OpenAPI has them in a schema.
 *
 * @param pointer of the parameter in the Discovery document
 */
export function convertParameter(
  name: string,
  parameter: JsonObject,
  pointer: string,
  { origins, toSchema }: DiscoveryContext,
): JsonObject {
  const { location, required, repeated, description, deprecated, ...keywords } = parameter;
  const schema = toSchema(origins.copy(keywords, parameter), { name, pointer });
  const place = location === "path" ? "path" : "query";
  const made = {
    ...{ name, in: place },
    ...(description !== undefined && { description }),
    ...((required === true || place === "path") && { required: true }),
    ...(deprecated === true && { deprecated }),
    schema: repeated === true ? { type: "array", items: schema } : schema,
  };
  return origins.copy(made, parameter);
}
