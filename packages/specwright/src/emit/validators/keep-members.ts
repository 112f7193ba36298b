import type { Operation } from "../../model/model.ts";
import { isSame } from "../../same-items.ts";
import { type PrintedSchema, printSchemaCode } from "./components-module.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import type { Definition } from "./definitions/definitions.ts";
import { keepDefinition } from "./definitions/keep-definition.ts";
import type { OperationSchema, OperationSchemas } from "./definitions/operations.ts";

/** A member of `operations` in both modules, as data for their templates. */
export type Members = Readonly<Record<"code" | "declarations", Readonly<Record<string, unknown>>>>;

/** The members of an operation, and the texts of its definitions from the run that printed them. */
interface KnownMembers {
  readonly texts: readonly unknown[];
  readonly members: Members;
  /** The imports that they need. */
  readonly used: ReadonlySet<string>;
}

/**
 * The members of an operation in both modules. They are those of the last run when the operation is the very same object,
 * and its definitions have the texts of the last run: see `findKnownTexts`.
 *
 * @param kind Distinguishes the members of one operation.
 * @param used collects the imports that the members need
 */
export function keepMembers(
  schemas: OperationSchemas,
  kind: string,
  context: ValidatorContext,
  used: Set<string>,
  print: (used: Set<string>) => Members,
): Members {
  const index = context.kept?.index(`members of ${kind}`, createIndex);
  const known = index?.get(schemas.operation);
  const texts = known === undefined ? undefined : collectTexts(schemas, context);
  let found = texts && isSame(texts, known?.texts ?? []) ? known : undefined;
  if (found === undefined) {
    const own = new Set<string>();
    const members = print(own);
    found = { texts: texts ?? collectTexts(schemas, context), members, used: own };
    index?.set(schemas.operation, found);
  }
  for (const name of found.used) {
    used.add(name);
  }
  return found.members;
}

function createIndex(): WeakMap<Operation, KnownMembers> {
  return new WeakMap();
}

/**
 * The texts of an operation's definitions, in the order in which members are printed. Printing also names the constants
 * of these texts, so this function asks for the texts in the same order.
 */
function collectTexts(schemas: OperationSchemas, context: ValidatorContext): readonly unknown[] {
  const all = listSchemas(schemas);
  for (const { schema, indent } of all) {
    if (schema.kind === "own") {
      keepOwnSchema(schema.definition, context, indent);
    }
  }
  return all.map(({ schema, indent }) => {
    if (schema.kind === "anything") {
      return schema.kind;
    }
    if (schema.definition.kind !== "component") {
      keepOwnSchema(schema.definition, context, indent);
    }
    return context.texts?.get(schema.definition);
  });
}

/** The schema of an operation that is not a component. */
export function keepOwnSchema(
  definition: Definition,
  context: ValidatorContext,
  indent: string,
): PrintedSchema {
  const form = { indent, qualifier: "components." };
  return keepDefinition(`operation${indent}`, definition, context, form, printSchemaCode);
}

interface PlacedSchema {
  readonly schema: OperationSchema;
  readonly indent: string;
}

function listSchemas({
  parameters,
  requestBody,
  responses,
  responseHeaders,
  partHeaders,
}: OperationSchemas): readonly PlacedSchema[] {
  const place = (schemas: ReadonlyMap<string, OperationSchema>, indent: string): PlacedSchema[] =>
    [...schemas.values()].map((schema) => ({ schema, indent }));
  return [
    ...place(parameters, "      "),
    ...place(requestBody ?? new Map(), "      "),
    ...[...responses.values()].flatMap((bodies) => place(bodies, "        ")),
    ...place(responseHeaders, "      "),
    ...place(partHeaders, "      "),
  ];
}
