import { createParameterDecoder, encodePath } from "@specwright/runtime/v1/parameters";
import { classifyMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { findDepth, foldValueType } from "../../emit/shared/parameters/value-type.ts";
import type { Case } from "../case.ts";
import type { Validators } from "../validators.ts";
import { buildRequest, type Target } from "./build-request.ts";

/**
 * Returns whether a request fits the document, judged as a server would. Parameters are decoded from the text that is
 * sent, because 12 and "12" are the same in a query. Undefined when the request cannot be sent, or cannot be judged
 * because its body is not JSON.
 */
export function fitsDocument(
  sent: Case,
  target: Target,
  { operations }: Validators,
): boolean | undefined {
  const { operation, parameters, body } = sent;
  const own = operations[operation.name];
  // A key in the query is not a parameter.
  const request = attempt(() => buildRequest({ ...sent, credentials: "none" }, target));
  if (own === undefined || request === undefined) {
    return undefined;
  }
  const definitions = operation.parameters.map(({ value }) => {
    const type = foldValueType(value.schema, findDepth(value));
    return type === undefined ? value : { ...value, type };
  });
  const path = Object.fromEntries(
    [...parameters]
      .filter(([parameter]) => parameter.in === "path")
      .map(([parameter, value]) => [
        parameter.name,
        // The slash prevents an empty path.
        encodePath(`/{${parameter.name}}`, [parameter], { [parameter.name]: value }).slice(1),
      ]),
  );
  const decoded = createParameterDecoder(definitions)({
    path,
    query: new URL(request.url).search,
    headers: new Headers(request.headers.map(([name, value]) => [name, value])),
  });
  const isRight = Object.entries(own.parameters).every(
    ([location, validator]) =>
      validator.safeParse(Object.entries(decoded).find(([name]) => name === location)?.[1]).success,
  );
  if (!isRight || body === undefined) {
    return isRight && !(operation.requestBody?.value.required === true && body === undefined);
  }
  if ("content" in body || classifyMediaType(body.mediaType.mediaType) !== "json") {
    return undefined;
  }
  // JSON does not have undefined, and writes a number that is not finite as null.
  const value: unknown = JSON.parse(JSON.stringify(body.value) ?? "null");
  return own.requestBody?.[body.mediaType.mediaType]?.safeParse(value).success ?? true;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // The style cannot represent the value, or a header contains a line break: such a request cannot be sent.
    return undefined;
  }
}
