import { methods } from "../../../document/model/methods.ts";
import type { Operation } from "../../../document/model/model.ts";

/**
 * The method of an operation as it is sent. Path items write the standard methods in lower case (`get` for `GET`). The
 * methods of `additionalOperations` (OpenAPI 3.2) are already written as they are sent.
 *
 * @example
 * ```ts
 * import { getMethodName } from "specwright/target";
 *
 * getMethodName({ method: "get" }); // => "GET"
 * ```
 */
export function getMethodName({ method }: Pick<Operation, "method">): string {
  return methods.includes(method) ? method.toUpperCase() : method;
}
