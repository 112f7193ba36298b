import type { JsonObject } from "../../../json-object.ts";
import type { Shaping } from "../shaping.ts";
import { convertSwagger, isSwagger } from "./convert-swagger.ts";
import { convertDiscovery, isDiscovery } from "./discovery/convert-discovery.ts";

/** Makes a document of OpenAPI from one of another format. */
export type Conversion = (root: JsonObject, shaping: Shaping) => JsonObject;

/** The conversion that a document needs. Undefined for a document of OpenAPI, and for one of an unknown format. */
export function findConversion(value: unknown): Conversion | undefined {
  return isSwagger(value) ? convertSwagger : isDiscovery(value) ? convertDiscovery : undefined;
}
