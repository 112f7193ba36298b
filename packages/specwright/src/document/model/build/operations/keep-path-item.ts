import { isObject } from "../../../../json-object.ts";
import type { PathItem } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { readReferenceText, readText } from "../context/build-reference.ts";
import { keepPart, takePart } from "../context/kept-parts.ts";
import { findMember, type Raw } from "../context/raw.ts";
import type { OperationDefaults } from "./build-operation.ts";
import { buildOperations, buildPathItem } from "./build-path-item.ts";

/**
 * Makes a path item, or takes that of the last model: see `buildPathItem`. Operations are named in any case, because a name
 * depends on the operations before it.
 */
export function keepPathItem(
  raw: Raw,
  path: string,
  defaults: OperationDefaults,
  context: BuildContext,
): PathItem | undefined {
  const build = (): PathItem | undefined => buildPathItem(raw, path, defaults, context);
  if (
    context.keeper === undefined ||
    !isObject(raw.value) ||
    readReferenceText(raw) !== undefined
  ) {
    return build();
  }
  const operations = buildOperations(raw, undefined, context);
  if (operations.some(([, operation]) => findMember(operation, "callbacks") !== undefined)) {
    // Operations of callbacks are named between the operations of the path.
    return build();
  }
  const names = operations.map(([method, operation]) =>
    defaults.names.nameOperation(
      operation,
      readText(operation, "operationId", context),
      { method, path },
      context,
    ),
  );
  const isNamed = ({ operations: before }: PathItem): boolean =>
    before.every(
      ({ name, operationId }, index) =>
        name === names[index]?.name && operationId === names[index].operationId,
    );
  // Only path items have this kind.
  const kept = context.keeper.unchanged.get(raw.value)?.part as PathItem | undefined;
  return kept !== undefined && isNamed(kept)
    ? (takePart("paths", raw.value, context)?.part as PathItem)
    : keepPart("paths", raw.value, context, build);
}
