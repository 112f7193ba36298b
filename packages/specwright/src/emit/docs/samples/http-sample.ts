import {
  encodeBracketQuery,
  encodeCookies,
  encodeHeaders,
  encodePath,
  joinQuery,
} from "@specwright/runtime/v1/parameters";
import type { Model, Operation, Parameter } from "../../../document/model/model.ts";
import { buildSentPath } from "../../../document/model/path-key.ts";
import { findSentSecurity } from "../../../document/model/sent-security.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { repeatsItemsWithCommas } from "../../shared/parameters/encoded-commas.ts";
import { type BodySample, buildSampleAddress, chooseRequestSample } from "./request-sample.ts";

/** The request of an operation's sample as HTTP sends it, for samples in any language. */
export interface HttpSample {
  readonly method: string;
  /** The whole address, with the query. */
  readonly url: string;
  /** The headers of parameters. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The value of the header `Cookie`, without credentials. */
  readonly cookies: string | undefined;
  readonly credentials: readonly SampleCredential[];
  readonly body?: BodySample;
}

/** A credential of a request. Samples read its secret from an environment variable. */
export interface SampleCredential {
  /** `basic` has user and password as `user:password`, `certificate` is one of the client (mutual TLS). */
  readonly kind: "header" | "query" | "cookie" | "basic" | "certificate";
  /** The name of the header, the parameter or the cookie. */
  readonly name: string;
  /** The text before the secret, such as `Bearer `. */
  readonly prefix: string;
  /** The environment variable, such as `PROJECT_KEY` for `ProjectKey`. */
  readonly variable: string;
}

/** Builds the request of an operation's sample: the first way in, the required parameters and the body. */
export function buildHttpSample(model: Model, operation: Operation): HttpSample {
  const { parameters, body } = chooseRequestSample(operation);
  const definitions = parameters.map(({ parameter }) => toEncoderDefinition(parameter));
  const collectSampleValues = (location: Parameter["in"]): Record<string, unknown> =>
    Object.fromEntries(
      parameters
        .filter(
          ({ parameter }) => parameter.in === location || parameter.in === `${location}string`,
        )
        .map(({ parameter, value }) => [parameter.name, value]),
    );
  const selectDefinitionsAt = (location: Parameter["in"]): typeof definitions =>
    definitions.filter((definition) => definition.in === location);
  const path = encodeIfPossible(() =>
    encodePath(buildSentPath(operation), selectDefinitionsAt("path"), collectSampleValues("path")),
  );
  const query =
    encodeIfPossible(() =>
      encodeBracketQuery(
        [...selectDefinitionsAt("query"), ...selectDefinitionsAt("querystring")],
        collectSampleValues("query"),
      ),
    ) ?? "";
  const cookies = encodeIfPossible(() =>
    encodeCookies(selectDefinitionsAt("cookie"), collectSampleValues("cookie")),
  );
  const headers =
    encodeIfPossible(() =>
      encodeHeaders(selectDefinitionsAt("header"), collectSampleValues("header")),
    ) ?? [];
  return {
    method: getMethodName(operation),
    url: `${buildSampleAddress(model, operation)}${joinQuery(path ?? operation.path, query)}`,
    // The values are bytes, one for each character.
    headers: headers.map(([name, bytes]) => [name, String(Buffer.from(bytes, "latin1"))] as const),
    cookies,
    credentials: chooseCredentials(model, operation),
    ...(body !== undefined && { body }),
  };
}

type Definition = Parameters<typeof encodeBracketQuery>[0][number];

function toEncoderDefinition(parameter: Parameter): Definition {
  const { name, in: location, style, explode, allowReserved, contentType, arrayFormat } = parameter;
  const splitEncoded = repeatsItemsWithCommas(parameter);
  return {
    name,
    in: location,
    style,
    explode,
    allowReserved,
    splitEncoded,
    ...(contentType === undefined ? {} : { contentType }),
    ...(arrayFormat === undefined ? {} : { arrayFormat }),
  };
}

/** Leaves out an example that its own style cannot represent. The sample shows the other values. */
export function encodeIfPossible<Result>(encode: () => Result): Result | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}

/** The first way in of an operation. */
function chooseCredentials(model: Model, operation: Operation): readonly SampleCredential[] {
  const [first] = findSentSecurity(model, operation);
  return [...(first?.keys() ?? [])].flatMap((name): readonly SampleCredential[] => {
    const scheme = model.components.securitySchemes.get(name);
    const variable = nameEnvironmentVariable(name);
    if (scheme === undefined) {
      return [];
    }
    switch (scheme.type) {
      case "apiKey":
        return [{ kind: scheme.in, name: scheme.name, prefix: "", variable }];
      case "mutualTLS":
        return [{ kind: "certificate", name, prefix: "", variable }];
      default: {
        const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
        return [
          isBasic
            ? { kind: "basic", name: "Authorization", prefix: "Basic ", variable }
            : { kind: "header", name: "Authorization", prefix: "Bearer ", variable },
        ];
      }
    }
  });
}

function nameEnvironmentVariable(scheme: string): string {
  const words = scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\W+/g, "_")
    .toUpperCase();
  return /^[A-Z_]/.test(words) ? words : `_${words}`;
}
