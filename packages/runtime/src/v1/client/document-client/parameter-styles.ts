import type { ParameterDefinition } from "../../parameters.ts";
import type { MiddlewareRequestParams } from "../middleware.ts";
import type { RequestEncoders } from "../operation.ts";
import type { PathSerializer } from "./client-types.ts";
import { createQuerySerializer, defaultPathSerializer } from "./serializers.ts";

/** The parameters whose style in the document differs from openapi-fetch's default, by path and upper-case method. */
export type ParameterStyles = Readonly<
  Record<string, Readonly<Record<string, readonly ParameterDefinition[]>>>
>;

/** Encoders for parameters whose style the document sets. */
export type StyleEncoders = Pick<RequestEncoders, "path" | "query" | "header" | "cookie">;

/** Serializers for the parameters of one operation, in the document's styles. */
export interface StyledSerializers {
  readonly query: (query: Record<string, unknown>) => string;
  readonly path: PathSerializer;
  /**
   * The whole query string (OpenAPI 3.2). Undefined when the document has no such parameter, or the call does not set
   * it.
   */
  readonly querystring: (params: MiddlewareRequestParams) => string | undefined;
  readonly headers: (params: MiddlewareRequestParams) => Record<string, unknown>;
}

/**
 * The serializers of an operation: openapi-fetch's defaults, except for parameters with another style in the document.
 */
export function createStyledSerializers(
  definitions: readonly ParameterDefinition[],
  encoders: StyleEncoders,
): StyledSerializers {
  const selectByLocation = (location: string): readonly ParameterDefinition[] =>
    definitions.filter((definition) => definition.in === location);
  const path = selectByLocation("path");
  const plain = createQuerySerializer();
  return {
    path: (pathname, values) =>
      (path.length > 0 && encoders.path?.(pathname, path, values)) ||
      defaultPathSerializer(pathname, values),
    query: (query) =>
      Object.keys(query)
        .map((name) => {
          const definition = selectByLocation("query").find((candidate) => candidate.name === name);
          return definition === undefined
            ? plain({ [name]: query[name] })
            : encoders.query?.([definition], query);
        })
        .filter(Boolean)
        .join("&"),
    querystring: ({ querystring }) => {
      const [definition] = selectByLocation("querystring");
      return definition === undefined || querystring === undefined
        ? undefined
        : encoders.query?.([definition], { [definition.name]: querystring });
    },
    headers: ({ header = {}, cookie = {} }) => {
      const text = encoders.cookie?.(selectByLocation("cookie"), cookie);
      return {
        ...header,
        ...Object.fromEntries(encoders.header?.(selectByLocation("header"), header) ?? []),
        ...(text !== undefined && { cookie: text }),
      };
    },
  };
}
