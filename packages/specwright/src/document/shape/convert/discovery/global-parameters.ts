import { asMembers, type JsonObject } from "../../../../json-object.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import { convertParameter, type DiscoveryContext } from "./convert-parameter.ts";

/** The parameters that every method of an API has. */
export interface GlobalParameters {
  /** By name, as components. */
  readonly parameters: JsonObject;
  readonly references: readonly object[];
}

/**
 * Parameters that make an answer something else than the JSON that the document describes, those of uploads, and
 * credentials, which security schemes send.
 */
const leftOut: ReadonlySet<string> = new Set([
  ...["alt", "callback", "$.xgafv", "uploadType", "upload_protocol"],
  ...["key", "access_token", "oauth_token", "bearer_token"],
]);

/** Converts the parameters of all methods. `key` becomes a security scheme, and some are left out. */
export function convertGlobalParameters(
  root: JsonObject,
  context: DiscoveryContext,
): GlobalParameters {
  const all = Object.entries(asMembers(root.parameters)).map(([name, parameter]) => ({
    ...{ name, parameter: asMembers(parameter) },
    pointer: `/parameters/${escapeSegment(name)}`,
  }));
  for (const { name, pointer } of all) {
    if (leftOut.has(name) && name !== "key") {
      context.losses.push({ kind: "parameter", name, pointer, severity: "report" });
    }
  }
  const kept = all.filter(({ name }) => !leftOut.has(name));
  return {
    parameters: Object.fromEntries(
      kept.map(({ name, parameter, pointer }) => [
        toComponentName(name),
        convertParameter(name, parameter, pointer, context),
      ]),
    ),
    references: kept.map(({ name }) => ({
      $ref: `#/components/parameters/${toComponentName(name)}`,
    })),
  };
}

/** Names of components have fewer characters than those of parameters. */
function toComponentName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, "_");
}
