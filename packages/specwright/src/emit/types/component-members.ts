import type { Model, Schema } from "../../model/model.ts";
import type { DocText } from "../print/doc-comment.ts";
import { schemaDocText } from "../print/schema-doc-text.ts";
import { schemaUnit } from "../typescript/schema-unit.ts";
import {
  collectUses,
  type TypeContext,
  type TypePlace,
  useAll,
} from "../typescript/type-context.ts";
import { typeExpression } from "../typescript/type-expression.ts";
import { headerType, requestBodyType, responseType } from "./content-types.ts";
import { inOrder, renderBlock, renderMember } from "./member.ts";
import { parameterType } from "./parameter-types.ts";
import { pathItemType } from "./path-members.ts";

/** The aliases of schemas that are lists of themselves, into the declarations that have their names. */
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

function schemaMemberType(schema: Schema, context: TypeContext, place: TypePlace): string {
  const name = place.path.slice("#/components/schemas/".length);
  return context.circles.aliases.get(name) ?? componentType(name, schema, context, place);
}

/** A member of `components["schemas"]`, printed by an earlier run or now. */
function keptSchema(
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

/** The members of `components`, one a kind; `never` where the document has none. */
export function componentMembers({ components }: Model, context: TypeContext): string[] {
  const render = <Value extends object>(
    kind: string,
    map: ReadonlyMap<string, Value>,
    print: (value: Value, context: TypeContext, place: TypePlace) => string,
    doc: (value: Value) => DocText,
    keep: (name: string, value: Value, context: TypeContext, print: () => string) => string = (
      _name,
      _value,
      _context,
      printed,
    ) => printed(),
  ): string => {
    const { alphabetize, immutable: readonly, excludeDeprecated } = context.options;
    const members = inOrder(map, alphabetize)
      .filter(([, value]) => excludeDeprecated !== true || doc(value).deprecated !== true)
      .map(([name, value]) =>
        keep(name, value, context, () => {
          const type = print(value, context, {
            indent: "    ",
            path: `#/components/${kind}/${name}`,
          });
          return renderMember({ name, type, readonly, doc: doc(value) }, "    ");
        }),
      );
    const type = members.length === 0 ? "never" : renderBlock(members, "  ");
    return renderMember({ name: kind, type }, "  ");
  };
  return [
    render("schemas", components.schemas, schemaMemberType, schemaDocText, keptSchema),
    render("responses", components.responses, responseType, ({ description }) => ({ description })),
    render("parameters", components.parameters, parameterType, ({ description, deprecated }) => ({
      description,
      deprecated,
    })),
    render("requestBodies", components.requestBodies, requestBodyType, ({ description }) => ({
      description,
    })),
    render("headers", components.headers, headerType, ({ description, deprecated }) => ({
      description,
      deprecated,
    })),
    render("pathItems", components.pathItems, pathItemType, ({ summary, description }) => ({
      summary,
      description,
    })),
  ];
}
