import type { Model, Operation, PathItem } from "../../model/model.ts";
import { emittedMethods, isEmitted, operationKey } from "../emitted-operation.ts";
import { escapeString } from "../escape/string.ts";
import { keptPrint, type TypeContext, type TypePlace } from "../type-context.ts";
import { inOrder, renderBlock, renderMember } from "./member.ts";
import { operationType } from "./operation-members.ts";
import { parametersMember } from "./parameter-types.ts";
import { templateLiteral } from "./template-literal.ts";

/** The members of `paths`, by path template. */
export function pathMembers({ paths }: Model, context: TypeContext): string[] {
  const { alphabetize, immutable: readonly, pathParamsAsTypes } = context.options;
  return inOrder(byPath(paths), alphabetize).map(([path, item]) =>
    keptPrint("types: path", item, [], context, () => {
      const type = pathItemType(item, context, { indent: "  ", path: `#/paths/${path}` });
      if (pathParamsAsTypes === true && path.includes("{")) {
        const modifier = readonly === true ? "readonly " : "";
        return `  ${modifier}[path: ${templateLiteral(item)}]: ${type};\n`;
      }
      return renderMember({ name: path, type, readonly }, "  ");
    }),
  );
}

/** The members of `webhooks`, by name. */
export function webhookMembers({ webhooks }: Model, context: TypeContext): string[] {
  const { alphabetize, immutable: readonly } = context.options;
  return inOrder(byPath(webhooks), alphabetize).map(([name, item]) => {
    const type = pathItemType(item, context, { indent: "  ", path: `#/webhooks/${name}` });
    return renderMember({ name, type, readonly }, "  ");
  });
}

/** The type of a path item: its parameters, and a member for each method. */
export function pathItemType(item: PathItem, context: TypeContext, place: TypePlace): string {
  const indent = `${place.indent}  `;
  const { immutable: readonly } = context.options;
  const members = emittedMethods.map((method) => {
    const operation = item.operations.find((candidate) => candidate.method === method);
    if (operation === undefined || !isEmitted(operation, context)) {
      return renderMember({ name: method, type: "never", optional: true, readonly }, indent);
    }
    const { summary, description, deprecated } = operation;
    const type = operationReference(operation, context, {
      indent,
      path: `${place.path}/${method}`,
    });
    return renderMember(
      { name: method, type, readonly, doc: { summary, description, deprecated } },
      indent,
    );
  });
  const parameters = parametersMember(item.parameters, context, {
    indent,
    path: `${place.path}/parameters`,
  });
  return renderBlock([parameters, ...members], place.indent);
}

function operationReference(operation: Operation, context: TypeContext, place: TypePlace): string {
  const key = operationKey(operation);
  return key === undefined
    ? operationType(operation, context, place)
    : `operations[${escapeString(key)}]`;
}

function byPath(items: readonly PathItem[]): (readonly [string, PathItem])[] {
  return items.map((item) => [item.path, item] as const);
}
