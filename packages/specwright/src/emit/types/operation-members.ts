import type { Model, Operation } from "../../document/model/model.ts";
import { findOperationKey } from "../shared/typescript/places/emitted-operation.ts";
import { printComponentReference } from "../shared/typescript/schema/type-reference.ts";
import {
  type TypeContext,
  type TypePlace,
  useAll,
  useIndex,
} from "../shared/typescript/type-context.ts";
import { printRequestBody, printResponse } from "./content-types.ts";
import { renderBlock, renderMember, sortIfWanted } from "./member.ts";
import { printParametersMember } from "./parameter-types.ts";

/**
 * The members of `operations`: each operation with an operationId once, as printed for the path items. They are made
 * after the path items, because the names of hoisted enums depend on the order of printing.
 */
export function printAllOperations(model: Model, context: TypeContext): string[] {
  const items = [...model.paths, ...model.webhooks, ...model.components.pathItems.values()];
  const keys = items.flatMap(({ operations }) => operations.map(findOperationKey));
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
export function printOperationType(
  operation: Operation,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const place = { indent: `${indent}  `, path };
  return renderBlock(
    [
      printParametersMember(operation.parameters, context, place),
      printRequestBodyMember(operation, context, place),
      printResponsesMember(operation, context, place),
    ],
    indent,
  );
}

function printRequestBodyMember(
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
      ? printRequestBody(value, context, { indent, path: `${path}/requestBody` })
      : useIndex(printComponentReference("requestBodies", name), context);
  const doc = { description: value.description };
  return renderMember(
    { name: "requestBody", type, optional: !value.required, readonly, doc },
    indent,
  );
}

function printResponsesMember(
  { responses }: Operation,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const { alphabetize, immutable: readonly } = context.options;
  const inner = `${indent}  `;
  const members = sortIfWanted(responses, alphabetize).map(([status, use]) => {
    const place = { indent: inner, path: `${path}/responses/${status}` };
    const type =
      use.name === undefined
        ? printResponse(use.value, context, place)
        : useIndex(printComponentReference("responses", use.name), context);
    return renderMember(
      { name: status, type, readonly, doc: { description: use.value.description } },
      inner,
    );
  });
  const type = members.length === 0 ? "never" : renderBlock(members, indent);
  return renderMember({ name: "responses", type, readonly }, indent);
}
