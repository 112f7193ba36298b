import type { Model, Schema } from "../../document/model/model.ts";
import type { DocText } from "../shared/print/doc-comment.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import type { TypeContext, TypePlace } from "../shared/typescript/type-context.ts";
import { printHeader, printRequestBody, printResponse } from "./content-types.ts";
import { renderBlock, renderMember, sortIfWanted } from "./member.ts";
import { printParameter } from "./parameter-types.ts";
import { printPathItem } from "./path-members.ts";
import { printSchemaMember } from "./schema-types.ts";

/** The members of `components`, one for each kind. The type is `never` when the document has none of that kind. */
export function printComponentMembers({ components }: Model, context: TypeContext): string[] {
  const render = <Value extends object>(
    kind: string,
    map: ReadonlyMap<string, Value>,
    print: (value: Value, context: TypeContext, place: TypePlace) => string,
    doc: (value: Value) => DocText,
  ): string => {
    const { alphabetize, immutable: readonly, excludeDeprecated } = context.options;
    const members = sortIfWanted(map, alphabetize)
      .filter(([, value]) => excludeDeprecated !== true || doc(value).deprecated !== true)
      .map(([name, value]) => {
        const place = { indent: "    ", path: `#/components/${kind}/${name}` };
        const type = print(value, context, place);
        return renderMember({ name, type, readonly, doc: doc(value) }, "    ");
      });
    const type = members.length === 0 ? "never" : renderBlock(members, "  ");
    return renderMember({ name: kind, type }, "  ");
  };
  return [
    render(
      "schemas",
      components.schemas,
      printSchemaMember,
      context.names === undefined ? writeSchemaDoc : writeDeprecation,
    ),
    render("responses", components.responses, printResponse, ({ description }) => ({
      description,
    })),
    render("parameters", components.parameters, printParameter, ({ description, deprecated }) => ({
      description,
      deprecated,
    })),
    render("requestBodies", components.requestBodies, printRequestBody, ({ description }) => ({
      description,
    })),
    render("headers", components.headers, printHeader, ({ description, deprecated }) => ({
      description,
      deprecated,
    })),
    render("pathItems", components.pathItems, printPathItem, ({ summary, description }) => ({
      summary,
      description,
    })),
  ];
}

/** Only `@deprecated`: the rest of the comment is at the declaration. */
function writeDeprecation({ deprecated }: Schema): DocText {
  return { deprecated };
}
