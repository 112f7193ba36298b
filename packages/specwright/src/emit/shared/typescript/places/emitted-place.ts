import type { MediaType, Operation } from "../../../../document/model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import type { TypeFacts } from "../type-facts.ts";
import { findOperationKey, indexOperation, isEmitted } from "./emitted-operation.ts";

/** The place of an operation in the emitted types, such as `operations["getTool"]`. Undefined when they do not have it. */
export function placeOperation(
  operation: Operation,
  root: "paths" | "webhooks",
  context: Pick<TypeFacts, "options">,
): string | undefined {
  if (!isEmitted(operation, context)) {
    return undefined;
  }
  const key = findOperationKey(operation);
  return key === undefined
    ? `${root}${indexOperation(operation)}`
    : `operations[${escapeString(key)}]`;
}

/** The place of the request body of the operation at this place. */
export function placeRequestBody(
  { requestBody }: Operation,
  place: string | undefined,
): string | undefined {
  const body = `${place}["requestBody"]`;
  return place && (requestBody?.value.required === true ? body : `NonNullable<${body}>`);
}

/** The place of a response of the operation at this place. */
export function placeResponse(status: string, place: string | undefined): string | undefined {
  return place && `${place}["responses"][${indexStatus(status)}]`;
}

/** The place of a body in the request body or response at this place. */
export function placeContent({ mediaType, written = mediaType }: MediaType, place: string): string {
  return `${place}["content"][${escapeString(written)}]`;
}

/** The index of a status. In the emitted types, statuses such as `200` are numeric keys. */
export function indexStatus(status: string): string {
  const key = escapePropertyKey(status);
  return /^\d/.test(key) ? key : escapeString(status);
}
