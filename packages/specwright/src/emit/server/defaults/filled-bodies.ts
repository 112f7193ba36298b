import type { MediaType, Operation } from "../../../document/model/model.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { renderDocComment } from "../../shared/print/doc-comment.ts";
import { writeSchemaDoc } from "../../shared/print/schema-doc-text.ts";
import { printTypeExpression } from "../../shared/typescript/schema/type-expression.ts";
import { buildSchemaPath } from "../../shared/typescript/schema/type-reference.ts";
import type { TypeContext } from "../../shared/typescript/type-context.ts";
import { isFilled } from "../source/body-source.ts";
import type { FilledSchemas } from "./filled-schemas.ts";

/** The types of those bodies of an operation in which defaults are filled in, as handlers receive them. */
export type FilledBodies = ReadonlyMap<MediaType, string>;

/** Prints the bodies of an operation whose type changes when defaults are filled in. */
export function printFilledBodies(
  { requestBody }: Operation,
  schemas: FilledSchemas,
  context: TypeContext,
): FilledBodies {
  const printed = new Map<MediaType, string>();
  for (const mediaType of requestBody?.value.content ?? []) {
    const { schema } = mediaType;
    const filled = schema && isFilled(mediaType) ? schemas.fill(schema) : schema;
    if (filled !== undefined && filled !== schema) {
      const place = { indent: "  ", path: "#/paths/requestBody" };
      printed.set(mediaType, printTypeExpression(filled, context, place));
    }
  }
  return printed;
}

/** The interface of the components that filled bodies refer to. Empty when they refer to none. */
export function declareFilledSchemas({ named }: FilledSchemas, context: TypeContext): string {
  const members = [...named].map(([name, schema]) => {
    context.component = name;
    const type = printTypeExpression(schema, context, {
      indent: "  ",
      path: buildSchemaPath(name),
    });
    context.component = undefined;
    return `${renderDocComment(writeSchemaDoc(schema), "  ")}  ${escapePropertyKey(name)}: ${type};\n`;
  });
  return members.length === 0
    ? ""
    : `
/**
 * Components of request bodies as handlers get them: members with a default are there, because the
 * router fills them in.
 */
export interface FilledSchemas {
${members.join("")}}
`;
}
