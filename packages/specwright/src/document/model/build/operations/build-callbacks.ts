import type { Callback } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { followReferences, resolveInPlace } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import { findMember, listMemberEntries, toLocation } from "../context/raw.ts";
import type { OperationDefaults } from "./build-operation.ts";
import { buildPathItem } from "./build-path-item.ts";

/**
 * Makes the callbacks of an operation and resolves their references. Operations of a callback without an operationId
 * are named after the operation. Callbacks of callbacks are not made.
 *
 * @param owner the name of the operation
 */
export function buildCallbacks(
  raw: Raw,
  owner: string,
  { buildCallbacks: _, ...defaults }: OperationDefaults,
  context: BuildContext,
): Callback[] {
  return listMemberEntries(resolveInPlace(findMember(raw, "callbacks"), context)).flatMap(
    ([name, written]) => {
      const callback = name.startsWith("x-") ? undefined : followReferences(written, context);
      if (callback === undefined) {
        return [];
      }
      const pathItems = listMemberEntries(callback).flatMap(([expression, value]) => {
        const item = expression.startsWith("x-")
          ? undefined
          : buildPathItem(value, `${owner} ${name}`, defaults, context);
        return item === undefined ? [] : [withPath(item, expression)];
      });
      return [{ name, location: toLocation(callback), pathItems }];
    },
  );
}

/** Replaces the path of the operations, which served to name them, by the expression of the callback's URL. */
function withPath(item: Callback["pathItems"][number], path: string): typeof item {
  return { ...item, path, operations: item.operations.map((each) => ({ ...each, path })) };
}
