import type { Model, Operation } from "../../document/model/model.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";

/** For each operation, such as `GET /pets`, its address inside the reference. */
export function listReferenceLinks({ operations }: Model): ReadonlyMap<string, string> {
  return new Map(
    operations.map((each) => [`${getMethodName(each)} ${each.path}`, linkTo(each)] as const),
  );
}

function linkTo({ operationId, name }: Operation): string {
  return `index.html#operation/${encodeURI((operationId ?? name).toWellFormed())}`;
}
