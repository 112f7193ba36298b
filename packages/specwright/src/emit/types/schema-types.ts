import type { Model, Schema } from "../../model/model.ts";
import { renderDocComment } from "../print/doc-comment.ts";
import { writeSchemaDoc } from "../print/schema-doc-text.ts";
import { printTypeExpression } from "../typescript/schema/type-expression.ts";
import { buildSchemaPath } from "../typescript/schema/type-reference.ts";
import { planSchemaUnit, type SchemaUnit } from "../typescript/schema-unit.ts";
import {
  createTypeContext,
  type PrintedText,
  type TypeContext,
  type TypePlace,
  use,
} from "../typescript/type-context.ts";
import type { TypeFacts } from "../typescript/type-facts.ts";
import { printUnit } from "../units/kept.ts";
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
  return {
    text: `${comment}export type ${facts.names?.get(name)} = ${type};\n`,
    used: context.used,
  };
}
