import type { Model, Operation } from "../../model/model.ts";
import { getMethodName } from "../names/get-method-name.ts";
import { removeSelectors } from "./reference.ts";

/** For each operation, such as `GET /pets`, its address inside the reference. */
export function listReferenceLinks({ operations }: Model): ReadonlyMap<string, string> {
  return new Map(
    operations.map((each) => [`${getMethodName(each)} ${each.path}`, linkTo(each)] as const),
  );
}

function linkTo({ operationId, name }: Operation): string {
  return `index.html#operation/${encodeURI(removeSelectors(operationId ?? name).toWellFormed())}`;
}
