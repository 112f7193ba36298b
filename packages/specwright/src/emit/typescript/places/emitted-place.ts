import type { Operation } from "../../../model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import type { TypeContext } from "../type-context.ts";
import { isEmitted, operationIndex, operationKey } from "./emitted-operation.ts";

/** Where an operation stands in the emitted types, such as `operations["getTool"]`; undefined when they do not have it. */
export function operationPlace(
  operation: Operation,
  root: "paths" | "webhooks",
  context: TypeContext,
): string | undefined {
  if (!isEmitted(operation, context)) {
    return undefined;
  }
  const key = operationKey(operation);
  return key === undefined
    ? `${root}${operationIndex(operation)}`
    : `operations[${escapeString(key)}]`;
}

/** The place of the request body of the operation at this place. */
export function requestBodyPlace(
  { requestBody }: Operation,
  place: string | undefined,
): string | undefined {
  const body = `${place}["requestBody"]`;
  return place && (requestBody?.value.required === true ? body : `NonNullable<${body}>`);
}

/** The place of an answer of the operation at this place. */
export function responsePlace(status: string, place: string | undefined): string | undefined {
  return place && `${place}["responses"][${statusIndex(status)}]`;
}

/** The index of a status: the emitted types have statuses as numbers where they are numbers. */
export function statusIndex(status: string): string {
  const key = escapePropertyKey(status);
  return /^\d/.test(key) ? key : escapeString(status);
}
