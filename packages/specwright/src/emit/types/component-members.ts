import type { Model, Schema } from "../../model/model.ts";
import type { DocText } from "../print/doc-comment.ts";
import { schemaDocText } from "../print/schema-doc-text.ts";
import type { TypeContext, TypePlace } from "../typescript/type-context.ts";
import { headerType, requestBodyType, responseType } from "./content-types.ts";
import { inOrder, renderBlock, renderMember } from "./member.ts";
import { parameterType } from "./parameter-types.ts";
import { pathItemType } from "./path-members.ts";
import { keptSchema, schemaMemberType } from "./schema-types.ts";

/** The members of `components`, one for each kind. The type is `never` when the document has none of that kind. */
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
    context.names === undefined
      ? render("schemas", components.schemas, schemaMemberType, schemaDocText, keptSchema)
      : render("schemas", components.schemas, schemaMemberType, deprecation),
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

/** Only `@deprecated`: the rest of the comment is at the declaration. */
function deprecation({ deprecated }: Schema): DocText {
  return { deprecated };
}
