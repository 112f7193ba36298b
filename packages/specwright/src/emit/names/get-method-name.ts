import { methods } from "../../model/methods.ts";
import type { Operation } from "../../model/model.ts";

/**
 * The method of an operation as it is sent: methods that a path item has a member for are written in lower case there,
 * those of `additionalOperations` (OpenAPI 3.2) as they are sent.
 */
export function getMethodName({ method }: Pick<Operation, "method">): string {
  return methods.includes(method) ? method.toUpperCase() : method;
}
