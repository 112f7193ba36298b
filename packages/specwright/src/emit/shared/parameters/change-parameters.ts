import type { Model, Operation, Parameter, PathItem } from "../../../document/model/model.ts";

/** The same model with every parameter of its operations and callbacks changed. */
export function changeParameters(model: Model, change: (parameter: Parameter) => Parameter): Model {
  return changeRequests(model, (operation) => ({
    ...operation,
    parameters: operation.parameters.map((use) => ({ ...use, value: change(use.value) })),
  }));
}

/** The same model with the request of every operation and callback changed. */
export function changeRequests(model: Model, change: (operation: Operation) => Operation): Model {
  const known = new Map<Operation, Operation>();
  const changeOperationParameters = (operation: Operation): Operation => {
    const changed = known.get(operation) ?? changeOperation(operation);
    known.set(operation, changed);
    return changed;
  };
  const changeOperation = (operation: Operation): Operation => ({
    ...change(operation),
    callbacks: operation.callbacks.map((callback) => ({
      ...callback,
      pathItems: callback.pathItems.map(changePathItem),
    })),
  });
  const changePathItem = (item: PathItem): PathItem => ({
    ...item,
    operations: item.operations.map(changeOperationParameters),
  });
  return {
    ...model,
    paths: model.paths.map(changePathItem),
    operations: model.operations.map(changeOperationParameters),
  };
}
