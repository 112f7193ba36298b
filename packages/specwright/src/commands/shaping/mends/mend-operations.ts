import type { Model } from "../../../document/model/model.ts";
import { groupBy } from "../../../group-by.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { type Mend, readPart } from "./mend.ts";

/**
 * Operations without an operationId, and those with one that an earlier operation has, get the name that they have in generated
 * code: it is made from method and path. One that is at several paths is left, because it has a name at each.
 */
export function mendOperations(root: JsonObject, { operations, webhooks }: Model): readonly Mend[] {
  const all = [...operations, ...webhooks.flatMap((item) => item.operations)];
  const places = groupBy(all, ({ location }) => location.pointer);
  return [...places].flatMap(([pointer, [operation, ...others]]): readonly Mend[] => {
    const written = readPart(root, pointer);
    if (operation === undefined || operation.operationId !== undefined || !isObject(written)) {
      return [];
    }
    const { name } = operation;
    const { operationId } = written;
    return others.length > 0 || (operationId !== undefined && typeof operationId !== "string")
      ? []
      : [
          {
            kind: operationId === undefined ? "missing-operation-id" : "duplicate-operation-id",
            message:
              operationId === undefined
                ? `The operation has no operationId. Generated code calls it \`${name}\`.`
                : `Another operation has the operationId \`${operationId}\`, too. Generated code calls this one \`${name}\`.`,
            pointer,
            change: () => ({ operationId: name }),
          },
        ];
  });
}
