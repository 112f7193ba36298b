import type { Operation } from "../../document/model/model.ts";

/** A part of the generated types, such as `operations["listPets"]["responses"][200]`. */
export interface TypeExpression {
  readonly text: string;
  /** The exports of the types that it needs. */
  readonly types: readonly ("components" | "operations" | "paths" | "webhooks")[];
}

/** The type of an operation: by its operationId, otherwise by its path. */
export function typeOfOperation(operation: Operation, isWebhook: boolean): TypeExpression {
  const { operationId, path, method } = operation;
  if (operationId !== undefined) {
    return { text: `operations[${JSON.stringify(operationId)}]`, types: ["operations"] };
  }
  const root = isWebhook ? "webhooks" : "paths";
  return { text: `${root}[${JSON.stringify(path)}][${JSON.stringify(method)}]`, types: [root] };
}

/** The type of a member. `isOptional` members of the types before are left out of the union with `undefined`. */
export function indexType(
  { text, types }: TypeExpression,
  key: string | number,
  isOptional: boolean = false,
): TypeExpression {
  const inner = isOptional ? `NonNullable<${text}>` : text;
  return { text: `${inner}[${typeof key === "number" ? key : JSON.stringify(key)}]`, types };
}

/** A status as the types have it. */
export function toStatusKey(status: string): string | number {
  return /^\d+$/.test(status) ? Number(status) : status;
}
