import type { Model, Schema } from "../../model/model.ts";
import { renderDocComment } from "../print/doc-comment.ts";
import { schemaDocText } from "../print/schema-doc-text.ts";
import { typeExpression } from "../typescript/schema/type-expression.ts";
import { schemaPath } from "../typescript/schema/type-reference.ts";
import { schemaUnit } from "../typescript/schema-unit.ts";
import {
  collectUses,
  type TypeContext,
  type TypePlace,
  use,
  useAll,
} from "../typescript/type-context.ts";

/**
 * Declares the aliases of schemas that are lists of themselves. The alias names are already reserved among the hoisted
 * declarations.
 */
export function declareCircles({ components }: Model, context: TypeContext): void {
  context.printsAlias = true;
  for (const [name, alias] of context.circles.aliases) {
    const schema = components.schemas.get(name);
    const place = { indent: "", path: `#/components/schemas/${name}` };
    const type = schema === undefined ? "never" : componentType(name, schema, context, place);
    context.hoisted.declarations.set(alias, `type ${alias} = ${type};\n`);
  }
  context.printsAlias = false;
}

function componentType(
  name: string,
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
): string {
  if (context.circles.endless.has(name)) {
    return "unknown";
  }
  context.component = name;
  const type = typeExpression(schema, context, place);
  context.component = undefined;
  return type;
}

/** The type of a member of `components["schemas"]`: a name if the schema has its own declaration. */
export function schemaMemberType(schema: Schema, context: TypeContext, place: TypePlace): string {
  const name = place.path.slice(schemaPath("").length);
  const named = context.names?.get(name);
  if (named !== undefined) {
    return use(named, context);
  }
  return context.circles.aliases.get(name) ?? componentType(name, schema, context, place);
}

/** The declarations of component schemas with named types, such as `export type Pet = { … };`. */
export function schemaDeclarations({ components }: Model, context: TypeContext): string[] {
  return [...components.schemas].map(([name, schema]) =>
    keptSchema(name, schema, context, () => {
      const type = componentType(name, schema, context, { indent: "", path: schemaPath(name) });
      const comment = renderDocComment(schemaDocText(schema), "");
      return `${comment}export type ${context.names?.get(name)} = ${type};\n`;
    }),
  );
}

/** A member of `components["schemas"]`, or its declaration. The text of an earlier run is reused if it is still valid. */
export function keptSchema(
  name: string,
  schema: Schema,
  context: TypeContext,
  print: () => string,
): string {
  const unit = context.kept && schemaUnit(name, schema, context);
  if (context.kept === undefined || unit === undefined) {
    return print();
  }
  const { result, used } = context.kept.of("types: schema", unit, () =>
    collectUses(context, print),
  );
  useAll(used, context);
  return result;
}
