import { methods } from "../model/methods.ts";
import type { Operation } from "../model/model.ts";
import type { TypeContext } from "./type-context.ts";

/** The methods that every path item of the emitted types has a member for: openapi-typescript knows eight. */
export const emittedMethods: readonly string[] = methods.filter((method) => method !== "query");

/** Whether the emitted types have the operation. */
export function isEmitted({ method, deprecated }: Operation, { options }: TypeContext): boolean {
  return emittedMethods.includes(method) && !(deprecated && options.excludeDeprecated === true);
}

/** The key in `operations` of the emitted types; `#` cannot stand in a reference to it. Undefined without an operationId. */
export function operationKey({ operationId }: Operation): string | undefined {
  return operationId === undefined || operationId === ""
    ? undefined
    : operationId.replaceAll("#", "/");
}
