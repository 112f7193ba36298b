import type { Schema } from "../../document/model/model.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import { type EnumMember, listConstMembers } from "../shared/typescript/schema/type-enum.ts";
import { printTypeLiteral } from "../shared/typescript/schema/type-literal.ts";

/** Declares the object of an enum: each member with its literal type. Empty for other schemas. */
export function declareConstEnum(name: string, schema: Schema): string {
  return printConstEnum(schema, `export declare const ${name}: `, (member) => {
    const value = printTypeLiteral(member.value);
    return `readonly ${escapePropertyKey(member.name)}: ${value};`;
  });
}

/** The code of the object. Empty for other schemas. */
export function printConstEnumCode(name: string, schema: Schema): string {
  return printConstEnum(
    schema,
    `export const ${name} = `,
    (member) => `${escapePropertyKey(member.name)}: ${printTypeLiteral(member.value)},`,
  );
}

function printConstEnum(
  schema: Schema,
  start: string,
  print: (member: EnumMember) => string,
): string {
  const members = listConstMembers(schema) ?? [];
  const lines = members.map((member) => {
    const { description } = member;
    return `${renderDocComment({ description }, "  ")}  ${print(member)}\n`;
  });
  const comment = renderDocComment(writeSchemaDoc(schema), "");
  return lines.length === 0 ? "" : `\n${comment}${start}{\n${lines.join("")}};\n`;
}
