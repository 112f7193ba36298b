import { asMembers, isObject, type JsonObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { methods } from "../../model/methods.ts";

/** The members of a document that have path items. Before OpenAPI 3.1, webhooks are written as `x-webhooks`. */
export const operationGroups = ["paths", "webhooks", "x-webhooks"] as const;

export type OperationGroup = (typeof operationGroups)[number];

/** An operation of a document, as it is written. */
export interface WrittenOperation {
  /** In lower case for a member of the path item; as it is written in `additionalOperations`. */
  readonly method: string;
  /** The path, or the name of the webhook. */
  readonly path: string;
  readonly group: OperationGroup;
  /** The path item, which its `$ref` is replaced in. */
  readonly item: JsonObject;
  readonly value: JsonObject;
}

/** The operations of paths and webhooks, in the order of the document. */
export function listWrittenOperations(root: JsonObject): readonly WrittenOperation[] {
  return operationGroups.flatMap((group) =>
    Object.entries(asMembers(root[group]))
      .filter(([path]) => !path.startsWith("x-"))
      .flatMap(([path, written]) => {
        const item = resolvePathItem(root, written);
        return listItemOperations(item).map(([method, value]) => ({
          ...{ method, path, group, item, value },
        }));
      }),
  );
}

/** A path item with the members of the component that it refers to. Other references are left as they are. */
export function resolvePathItem(root: JsonObject, written: unknown): JsonObject {
  const item = asMembers(written);
  const { $ref: reference, ...siblings } = item;
  if (typeof reference !== "string" || !reference.startsWith("#/components/pathItems/")) {
    return item;
  }
  const target = parsePointer(reference.slice(1)).reduce<unknown>(
    (part, key) => asMembers(part)[key],
    root,
  );
  return isObject(target) ? { ...target, ...siblings } : item;
}

/** The operations of a path item, by method. */
export function listItemOperations(item: JsonObject): readonly (readonly [string, JsonObject])[] {
  return [
    ...Object.entries(item).filter(([key]) => methods.some((method) => method === key)),
    ...Object.entries(asMembers(item.additionalOperations)),
  ].flatMap(([method, value]) => (isObject(value) ? [[method, value] as const] : []));
}

/** The texts of a list. None for another value. */
export function listTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** An operation as messages and reports name it. */
export function nameOperationPlace({ method, path, group }: WrittenOperation): string {
  return `${group === "paths" ? "" : "webhook "}${method.toUpperCase()} ${path}`;
}
