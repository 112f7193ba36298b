import type { Model, Operation } from "../../document/model/model.ts";
import { reducePathToShape } from "../things/known-things.ts";

/** The operations of things that can be created, such as `POST /pets` and the operations of `/pets/{petId}`. */
export interface Resource {
  readonly create: Operation;
  readonly list?: Operation | undefined;
  readonly read?: Operation | undefined;
  readonly updates: readonly Operation[];
  readonly remove?: Operation | undefined;
  /** An operation of the thing's path. The last parameter of the path is the id. */
  readonly one: Operation;
}

/** The kinds of things that callers can create, sorted by the length of their paths. */
export function findResources({ operations }: Model): readonly Resource[] {
  const findOperationAt = (shape: string, method: string): Operation | undefined =>
    operations.find((each) => each.method === method && reducePathToShape(each.path) === shape);
  return operations
    .filter(({ method }) => method === "post")
    .toSorted((left, right) => left.path.split("/").length - right.path.split("/").length)
    .flatMap((create) => {
      const shape = reducePathToShape(create.path);
      const thing = `${shape.replace(/\/$/, "")}/{}`;
      const read = findOperationAt(thing, "get");
      const remove = findOperationAt(thing, "delete");
      const updates = ["put", "patch"].flatMap((method) => findOperationAt(thing, method) ?? []);
      const list = findOperationAt(shape, "get");
      const [one] = [read, remove, ...updates].flatMap((each) => each ?? []);
      return one === undefined
        ? []
        : [
            {
              create,
              updates,
              one,
              list,
              read,
              remove,
            },
          ];
    });
}
