import type { Model, Schema } from "../../document/model/model.ts";
import { printUnit } from "../../watch/kept-units.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import { printTypeExpression } from "../shared/typescript/schema/type-expression.ts";
import { buildSchemaPath } from "../shared/typescript/schema/type-reference.ts";
import { planSchemaUnit, type SchemaUnit } from "../shared/typescript/schema-unit.ts";
import {
  createTypeContext,
  type PrintedText,
  type TypeContext,
  type TypePlace,
  use,
} from "../shared/typescript/type-context.ts";
import type { TypeFacts } from "../shared/typescript/type-facts.ts";
import { declareConstEnum } from "./const-enums.ts";
import type { TypesSource } from "./render-types.ts";

/**
 * Declares the aliases of schemas that are lists of themselves. The alias names are already reserved among the hoisted
 * declarations.
 */
export function declareCircles({ components }: Model, context: TypeContext): void {
  context.printsAlias = true;
  for (const [name, alias] of context.circles.aliases) {
    const schema = components.schemas.get(name);
    const place = { indent: "", path: `#/components/schemas/${name}` };
    const type = schema === undefined ? "never" : printComponent(name, schema, context, place);
    context.hoisted.declarations.set(alias, `type ${alias} = ${type};\n`);
  }
  context.printsAlias = false;
}

function printComponent(
  name: string,
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
): string {
  if (context.circles.endless.has(name)) {
    return "unknown";
  }
  context.component = name;
  const type = printTypeExpression(schema, context, place);
  context.component = undefined;
  return type;
}

/** The type of a member of `components["schemas"]`: a name if the schema has its own declaration. */
export function printSchemaMember(schema: Schema, context: TypeContext, place: TypePlace): string {
  const name = place.path.slice(buildSchemaPath("").length);
  const named = context.names?.get(name);
  if (named !== undefined) {
    return use(named, context);
  }
  return context.circles.aliases.get(name) ?? printComponent(name, schema, context, place);
}

/** The declarations of component schemas with named types, such as `export type Pet = { … };`. */
export function printSchemaDeclarations(
  { components }: Model,
  facts: TypeFacts,
  source: TypesSource,
): PrintedText[] {
  return [...components.schemas].map(([name, schema]) => {
    const unit =
      source.kept === undefined
        ? { name, schema, followed: [], facts }
        : planSchemaUnit(name, schema, facts);
    return printUnit(`types: schema ${name}`, unit, printDeclaration, source);
  });
}

function printDeclaration({ name, schema, facts }: SchemaUnit): PrintedText {
  const context = createTypeContext(facts);
  const place = { indent: "", path: buildSchemaPath(name) };
  const type = printComponent(name, schema, context, place);
  const comment = renderDocComment(writeSchemaDoc(schema), "");
  const alias = facts.names?.get(name) ?? name;
  const constant = facts.options.constEnums === true ? declareConstEnum(alias, schema) : "";
  return {
    text: `${comment}export type ${alias} = ${type};\n${constant}`,
    used: context.used,
  };
}
