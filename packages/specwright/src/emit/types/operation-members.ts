import type { Model, Operation } from "../../model/model.ts";
import { isEmitted, operationKey } from "../emitted-operation.ts";
import { keptPrint, type TypeContext, type TypePlace } from "../type-context.ts";
import { componentReference } from "../type-reference.ts";
import { requestBodyType, responseType } from "./content-types.ts";
import { inOrder, renderBlock, renderMember } from "./member.ts";
import { parametersMember } from "./parameter-types.ts";

/** The members of `operations`: those with an operationId, each once. */
export function operationMembers(model: Model, context: TypeContext): string[] {
  const roots = [
    ["paths", model.paths],
    ["webhooks", model.webhooks],
    ["components/pathItems", [...model.components.pathItems.values()]],
  ] as const;
  const seen = new Set<string>();
  const members: string[] = [];
  for (const [root, items] of roots) {
    for (const operation of items.flatMap((item) => item.operations)) {
      const key = operationKey(operation);
      if (key !== undefined && !seen.has(key) && isEmitted(operation, context)) {
        seen.add(key);
        const place = { indent: "  ", path: `#/${root}/${operation.path}/${operation.method}` };
        members.push(
          keptPrint("types: operation", operation, [root], context, () => {
            const type = operationType(operation, context, place);
            return renderMember({ name: key, type, readonly: context.options.immutable }, "  ");
          }),
        );
      }
    }
  }
  return members;
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
      : componentReference("requestBodies", name);
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
        : componentReference("responses", use.name);
    return renderMember(
      { name: status, type, readonly, doc: { description: use.value.description } },
      inner,
    );
  });
  const type = members.length === 0 ? "never" : renderBlock(members, indent);
  return renderMember({ name: "responses", type, readonly }, indent);
}
