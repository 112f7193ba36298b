import type { Model, Operation } from "../../model/model.ts";
import { operationKey } from "../typescript/places/emitted-operation.ts";
import { componentReference } from "../typescript/schema/type-reference.ts";
import { type TypeContext, type TypePlace, useAll, useIndex } from "../typescript/type-context.ts";
import { requestBodyType, responseType } from "./content-types.ts";
import { inOrder, renderBlock, renderMember } from "./member.ts";
import { parametersMember } from "./parameter-types.ts";

/**
 * The members of `operations`: each operation with an operationId once, as printed for the path items. They are made
 * after the path items, because the names of hoisted enums depend on the order of printing.
 */
export function operationMembers(model: Model, context: TypeContext): string[] {
  const items = [...model.paths, ...model.webhooks, ...model.components.pathItems.values()];
  const keys = items.flatMap(({ operations }) => operations.map(operationKey));
  return [...new Set(keys)].flatMap((name = "") => {
    const printed = context.operations.get(name);
    const { immutable: readonly } = context.options;
    if (printed === undefined) {
      return [];
    }
    useAll(printed.used, context);
    return [renderMember({ name, type: printed.text, readonly }, "  ")];
  });
}

/** The type of an operation: `{ parameters; requestBody; responses }`. */
export function operationType(
  operation: Operation,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const place = { indent: `${indent}  `, path };
  return renderBlock(
    [
      parametersMember(operation.parameters, context, place),
      requestBodyMember(operation, context, place),
      responsesMember(operation, context, place),
    ],
    indent,
  );
}

function requestBodyMember(
  { requestBody }: Operation,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const { immutable: readonly } = context.options;
  if (requestBody === undefined) {
    return renderMember({ name: "requestBody", type: "never", optional: true, readonly }, indent);
  }
  const { name, value } = requestBody;
  const type =
    name === undefined
      ? requestBodyType(value, context, { indent, path: `${path}/requestBody` })
      : useIndex(componentReference("requestBodies", name), context);
  const doc = { description: value.description };
  return renderMember(
    { name: "requestBody", type, optional: !value.required, readonly, doc },
    indent,
  );
}

function responsesMember(
  { responses }: Operation,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const { alphabetize, immutable: readonly } = context.options;
  const inner = `${indent}  `;
  const members = inOrder(responses, alphabetize).map(([status, use]) => {
    const place = { indent: inner, path: `${path}/responses/${status}` };
    const type =
      use.name === undefined
        ? responseType(use.value, context, place)
        : useIndex(componentReference("responses", use.name), context);
    return renderMember(
      { name: status, type, readonly, doc: { description: use.value.description } },
      inner,
    );
  });
  const type = members.length === 0 ? "never" : renderBlock(members, indent);
  return renderMember({ name: "responses", type, readonly }, indent);
}
