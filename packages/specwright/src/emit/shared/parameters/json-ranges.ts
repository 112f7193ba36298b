import type { MediaType, Model, Operation, PathItem } from "../../../document/model/model.ts";
import { classifyMediaType } from "../bodies/media-kind.ts";
import { foldValueType } from "./value-type.ts";

/**
 * The model in which a body of any type is JSON if its schema describes an object, an array, a number or a boolean.
 * springdoc writes `* /*` (without the space) for the answers of a controller that does not name a media type.
 */
export function withJsonRanges(model: Model): Model {
  return {
    ...model,
    paths: model.paths.map(changePathItem),
    webhooks: model.webhooks.map(changePathItem),
    operations: model.operations.map(changeOperation),
  };
}

function changePathItem(item: PathItem): PathItem {
  const operations = item.operations.map(changeOperation);
  return operations.every((operation, index) => operation === item.operations[index])
    ? item
    : { ...item, operations };
}

/** The same object when nothing changes, and for the same operation, so that `--watch` recognizes it. */
function changeOperation(operation: Operation): Operation {
  const changed = known.get(operation) ?? makeChanged(operation);
  known.set(operation, changed);
  return changed;
}

const known = new WeakMap<Operation, Operation>();

function makeChanged(operation: Operation): Operation {
  const { requestBody, responses, callbacks } = operation;
  const bodies = [requestBody, ...responses.values()];
  const isChanged = bodies.some((body) =>
    body?.value.content.some((each, _, all) => isJsonRange(each, all)),
  );
  const pathItems = callbacks.map((callback) => callback.pathItems.map(changePathItem));
  const isCallbackChanged = callbacks.some((callback, at) =>
    callback.pathItems.some((item, index) => item !== pathItems[at]?.[index]),
  );
  if (!isChanged && !isCallbackChanged) {
    return operation;
  }
  return {
    ...operation,
    ...(requestBody !== undefined && { requestBody: changeUse(requestBody) }),
    responses: new Map([...responses].map(([status, use]) => [status, changeUse(use)])),
    callbacks: callbacks.map((callback, at) => ({ ...callback, pathItems: pathItems[at] ?? [] })),
  };
}

function changeUse<T extends { readonly value: { readonly content: readonly MediaType[] } }>(
  use: T,
): T {
  const content = use.value.content.map((each, _, all) =>
    isJsonRange(each, all)
      ? { ...each, mediaType: "application/*+json", written: each.mediaType }
      : each,
  );
  return { ...use, value: { ...use.value, content } };
}

/** Beside JSON, a range means everything else. */
function isJsonRange({ mediaType, schema }: MediaType, all: readonly MediaType[]): boolean {
  const isRange = mediaType === "*/*" || mediaType === "application/*";
  const types = isRange && schema !== undefined ? foldValueType(schema)?.type : undefined;
  return (
    types !== undefined &&
    ![types].flat().includes("string") &&
    !all.some((other) => classifyMediaType(other.mediaType) === "json")
  );
}
