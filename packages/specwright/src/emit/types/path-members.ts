import type { Model, Operation, PathItem } from "../../document/model/model.ts";
import { printUnit, type Unit } from "../../watch/kept-units.ts";
import { escapeString } from "../shared/escape/string.ts";
import {
  commonMethods,
  findOperationKey,
  isAdditional,
  isEmitted,
} from "../shared/typescript/places/emitted-operation.ts";
import {
  collectUses,
  createTypeContext,
  type PrintedText,
  type TypeContext,
  type TypePlace,
  useIndex,
} from "../shared/typescript/type-context.ts";
import type { TypeFacts } from "../shared/typescript/type-facts.ts";
import { type Member, renderBlock, renderMember, sortIfWanted } from "./member.ts";
import { printOperationType } from "./operation-members.ts";
import { printParametersMember } from "./parameter-types.ts";
import { printPathTemplate } from "./template-literal.ts";

/** The members of `paths`, by path template. */
export function printPathMembers({ paths }: Model, context: TypeContext): string[] {
  const { alphabetize, immutable: readonly, pathParamsAsTypes } = context.options;
  return sortIfWanted(sortByPath(paths), alphabetize).map(([path, item]) => {
    const type = printPathItem(item, context, { indent: "  ", path: `#/paths/${path}` });
    if (pathParamsAsTypes === true && path.includes("{")) {
      const modifier = readonly === true ? "readonly " : "";
      return `  ${modifier}[path: ${printPathTemplate(item)}]: ${type};\n`;
    }
    return renderMember({ name: path, type, readonly }, "  ");
  });
}

/** The members of `webhooks`, by name. */
export function printWebhookMembers({ webhooks }: Model, context: TypeContext): string[] {
  const { alphabetize, immutable: readonly } = context.options;
  return sortIfWanted(sortByPath(webhooks), alphabetize).map(([name, item]) => {
    const type = printPathItem(item, context, { indent: "  ", path: `#/webhooks/${name}` });
    return renderMember({ name, type, readonly }, "  ");
  });
}

/**
 * The type of a path item: its parameters, and a member for each method. The members `query` and `additionalOperations`
 * of OpenAPI 3.2 only exist when they are used, so that the types of other documents stay the same as
 * openapi-typescript's.
 */
export function printPathItem(item: PathItem, context: TypeContext, place: TypePlace): string {
  const indent = `${place.indent}  `;
  const { immutable: readonly } = context.options;
  const emitted = item.operations.filter((operation) => isEmitted(operation, context));
  // Printed before the operations, because the names of hoisted enums depend on the order of printing.
  const parameters = printParametersMember(item.parameters, context, {
    indent,
    path: `${place.path}/parameters`,
  });
  const common = commonMethods.map((method) => {
    const operation = emitted.find((candidate) => candidate.method === method);
    return operation === undefined
      ? renderMember({ name: method, type: "never", optional: true, readonly }, indent)
      : printOperationMember(operation, context, { indent, path: place.path });
  });
  const query = emitted.filter(({ method }) => method === "query");
  return renderBlock(
    [
      parameters,
      ...common,
      ...query.map((operation) =>
        printOperationMember(operation, context, { indent, path: place.path }),
      ),
      ...printAdditionalOperations(emitted.filter(isAdditional), context, {
        indent,
        path: place.path,
      }),
    ],
    place.indent,
  );
}

function printAdditionalOperations(
  operations: readonly Operation[],
  context: TypeContext,
  { indent, path }: TypePlace,
): string[] {
  const name = "additionalOperations";
  const { immutable: readonly } = context.options;
  const inner = { indent: `${indent}  `, path: `${path}/${name}` };
  const members = operations.map((operation) => printOperationMember(operation, context, inner));
  return members.length === 0
    ? []
    : [renderMember({ name, type: renderBlock(members, indent), readonly }, indent)];
}

function printOperationMember(
  operation: Operation,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const { summary, description, deprecated, method } = operation;
  const key = findOperationKey(operation);
  const inner = { indent: key === undefined ? indent : "  ", path: `${path}/${method}` };
  if (key !== undefined && !context.operations.has(key)) {
    context.operations.set(key, printOperation(operation, context, inner));
  }
  const type =
    key === undefined
      ? printOperationType(operation, context, inner)
      : useIndex(`operations[${escapeString(key)}]`, context);
  const doc = { summary, description, deprecated };
  const member = { name: method, type, readonly: context.options.immutable, doc };
  const { units } = context;
  return units === undefined || !isOfPath(path)
    ? printMemberUnit({ member, indent })
    : printUnit(
        `types: member ${operation.name}`,
        { member, indent },
        printMemberUnit,
        units.source,
      );
}

interface MemberUnit extends Unit {
  readonly member: Member;
  readonly indent: string;
}

function printMemberUnit({ member, indent }: MemberUnit): string {
  return renderMember(member, indent);
}

/** Callbacks have no types of their own, and webhooks have other contents. */
function isOfPath(path: string): boolean {
  return path.startsWith("#/paths/");
}

function printOperation(operation: Operation, context: TypeContext, place: TypePlace): PrintedText {
  const { units } = context;
  if (units === undefined || !isOfPath(place.path)) {
    const { result: text, used } = collectUses(context, () =>
      printOperationType(operation, context, place),
    );
    return { text, used };
  }
  const unit = { operations: [operation], place, facts: units.facts };
  return printUnit(`types: operation ${operation.name}`, unit, printOperationUnit, units.source);
}

interface OperationUnit extends Unit {
  readonly operations: readonly Operation[];
  readonly place: TypePlace;
  readonly facts: TypeFacts;
}

function printOperationUnit({ operations, place, facts }: OperationUnit): PrintedText {
  const context = createTypeContext(facts);
  const text = operations
    .map((operation) => printOperationType(operation, context, place))
    .join("");
  return { text, used: context.used };
}

function sortByPath(items: readonly PathItem[]): (readonly [string, PathItem])[] {
  return items.map((item) => [item.path, item] as const);
}
