import { methods } from "../../../../document/model/methods.ts";
import type { Operation } from "../../../../document/model/model.ts";
import { escapeString } from "../../escape/string.ts";
import type { TypeFacts } from "../type-facts.ts";

/** The methods for which every path item of the emitted types has a member: those before OpenAPI 3.2. */
export const commonMethods: readonly string[] = methods.filter((method) => method !== "query");

/** Returns whether the emitted types have the operation. */
export function isEmitted(
  { deprecated }: Operation,
  { options }: Pick<TypeFacts, "options">,
): boolean {
  return !(deprecated && options.excludeDeprecated === true);
}

/**
 * Returns whether the operation is in `additionalOperations` (OpenAPI 3.2), because path items have no member for its
 * method.
 */
export function isAdditional({ method }: Operation): boolean {
  return !methods.includes(method);
}

/**
 * The operation's key in `operations` of the emitted types. `#` is replaced, because a reference cannot contain it.
 * Undefined without an operationId.
 */
export function findOperationKey({ operationId }: Operation): string | undefined {
  return operationId === undefined || operationId === ""
    ? undefined
    : operationId.replaceAll("#", "/");
}

/** The operation as an index into `paths` or `webhooks` of the emitted types, such as `["/pets"]["get"]`. */
export function indexOperation(operation: Operation): string {
  const { path, method } = operation;
  const group = isAdditional(operation) ? '["additionalOperations"]' : "";
  return `[${escapeString(path)}]${group}[${escapeString(method)}]`;
}
