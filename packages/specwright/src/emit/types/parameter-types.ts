import { buildImpliedParameters } from "../../document/model/build/operations/implied-parameters.ts";
import type { Parameter, Use } from "../../document/model/model.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import { printTypeExpression } from "../shared/typescript/schema/type-expression.ts";
import { printComponentReference } from "../shared/typescript/schema/type-reference.ts";
import { type TypeContext, type TypePlace, useIndex } from "../shared/typescript/type-context.ts";
import { renderBlock, renderMember, sortIfWanted } from "./member.ts";

/**
 * The type of a parameter's value. It is `string` (the text that is sent) for a parameter without a schema, and for one
 * with the content of a media type.
 */
export function printParameter(
  { schema, contentType, in: location }: Parameter,
  context: TypeContext,
  place: TypePlace,
): string {
  const isText = contentType !== undefined && location !== "querystring";
  return isText || schema.boolean === true ? "string" : printTypeExpression(schema, context, place);
}

/**
 * The member `parameters`: an object for each location, or `never` for a location without parameters. The member for a
 * whole query string (`querystring` of OpenAPI 3.2) only exists when the operation has one, so that all other types
 * stay the same as openapi-typescript's.
 */
export function printParametersMember(
  written: readonly Use<Parameter>[],
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const uses =
    context.options.generatePathParams === true ? withImpliedParameters(written, path) : written;
  const inner = `${indent}  `;
  const { immutable: readonly } = context.options;
  const members = (["query", "header", "path", "cookie"] as const).map((location) => {
    const parameters = uses.filter((use) => isIn(use, location, context));
    if (parameters.length === 0) {
      return renderMember({ name: location, type: "never", optional: true, readonly }, inner);
    }
    const place = { indent: `${inner}  `, path: `${path}/parameters/${location}` };
    const byName = parameters.map((use) => [use.value.name, use] as const);
    const properties = sortIfWanted(byName, context.options.alphabetize).map(([, use]) =>
      printParameterMember(use, context, place),
    );
    return renderMember(
      {
        name: location,
        type: renderBlock(properties, inner),
        optional: parameters.every(({ value }) => !value.required),
        readonly,
      },
      inner,
    );
  });
  const whole = uses
    .filter((use) => isIn(use, "querystring", context))
    .map((use) =>
      printParameterMember(
        use,
        context,
        { indent: inner, path: `${path}/parameters` },
        "querystring",
      ),
    );
  const type = renderBlock([...members, ...whole], indent);
  return renderMember({ name: "parameters", type, readonly }, indent);
}

function isIn(
  { value }: Use<Parameter>,
  location: Parameter["in"],
  { options }: TypeContext,
): boolean {
  const hidden =
    options.excludeDeprecated === true && (value.deprecated || value.schema.deprecated === true);
  return value.in === location && !hidden;
}

function printParameterMember(
  use: Use<Parameter>,
  context: TypeContext,
  { indent, path }: TypePlace,
  name: string = use.value.name,
): string {
  const { required, description, deprecated } = use.value;
  const place = { indent, path: `${path}/${name}` };
  return renderMember(
    {
      name,
      type:
        use.name === undefined
          ? printParameter(use.value, context, place)
          : useIndex(printComponentReference("parameters", use.name), context),
      optional: !required,
      readonly: context.options.immutable,
      doc: { ...writeSchemaDoc(use.value.schema), description, deprecated },
    },
    indent,
  );
}

/**
 * Adds a parameter of type string for each name in a path template without a parameter, in the order of the path. For
 * the option `generatePathParams`.
 */
function withImpliedParameters(
  uses: readonly Use<Parameter>[],
  path: string,
): readonly Use<Parameter>[] {
  // Braces are matched in the same way as by openapi-typescript.
  const names = new Set([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name));
  return [...uses, ...buildImpliedParameters(names, uses, { file: "", pointer: "" })];
}
