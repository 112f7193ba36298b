import { toUpperFirst } from "../../../text/upper-first.ts";
import { listTexts, type WrittenOperation } from "../filter/list-operations.ts";
import type { OperationStyle } from "../input-settings.ts";

/** For each framework, the good name in an operationId that it made. Undefined when it did not make it. */
const styles: Readonly<
  Record<
    Exclude<OperationStyle, "auto">,
    (operation: WrittenOperation, id: string) => string | undefined
  >
> = {
  // `<function><path>_<method>`, in which all characters but letters and digits became `_`.
  fastapi: ({ path, method }, id) => {
    const end = `${path.replaceAll(/\W/g, "_")}_${method}`;
    return id.endsWith(end) && id.length > end.length ? id.slice(0, -end.length) : undefined;
  },
  // `CatsController_findAll`, and with versions `CatsController_findAll_v2`.
  nestjs: (_, id) => {
    const [, controller, action] = /^(\w+?)Controller_(\w+)$/.exec(id) ?? [];
    return controller === undefined || action === undefined ? undefined : join(controller, action);
  },
  // `findAll_1`, for a method whose name another controller has. The tag is that of the controller: `cat-controller`.
  springdoc: ({ value }, id) => {
    const [, action] = /^([A-Za-z]\w*?)_\d+$/.exec(id) ?? [];
    const [tag = ""] = listTexts(value.tags);
    const [, controller] = /^(.+)-controller$/.exec(tag) ?? [];
    return action === undefined || controller === undefined
      ? undefined
      : join(
          controller.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
          action,
        );
  },
  // `Cats_FindAll` of controllers.
  dotnet: (_, id) => {
    const [, controller, action] = /^([A-Z]\w*?)_([A-Z]\w*)$/.exec(id) ?? [];
    return controller === undefined || action === undefined || controller.endsWith("Controller")
      ? undefined
      : join(controller, action);
  },
};

/** The frameworks that are recognized. */
export const styleNames: readonly Exclude<OperationStyle, "auto">[] = [
  "fastapi",
  "nestjs",
  "springdoc",
  "dotnet",
];

function join(controller: string, action: string): string {
  return controller.charAt(0).toLowerCase() + controller.slice(1) + toUpperFirst(action);
}

/**
 * The names in operationIds that a framework made, by operation. With `auto`, the framework is the one that made the most
 * of them.
 */
export function readStyledNames(
  operations: readonly WrittenOperation[],
  style: OperationStyle,
): ReadonlyMap<WrittenOperation, string> {
  const read = (name: Exclude<OperationStyle, "auto">): Map<WrittenOperation, string> =>
    new Map(
      operations.flatMap((operation) => {
        const { operationId: id } = operation.value;
        const found = typeof id === "string" ? styles[name](operation, id) : undefined;
        return found === undefined ? [] : [[operation, found] as const];
      }),
    );
  if (style !== "auto") {
    return read(style);
  }
  const [best = new Map<WrittenOperation, string>()] = styleNames
    .map(read)
    .toSorted((left, right) => right.size - left.size);
  return best;
}
