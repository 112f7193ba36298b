import type { Header, Use } from "../../../document/model/model.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { printObjectLine } from "../print/layout.ts";
import { printTypeExpression } from "./schema/type-expression.ts";
import type { TypeContext } from "./type-context.ts";

/** Documented headers as an object type, on one line if their types allow it. Without headers, the type is empty. */
export function printHeadersType(
  headers: ReadonlyMap<string, Use<Header>>,
  context: TypeContext,
): string {
  return printObjectLine(printHeaderMembers(headers, context));
}

/** The same as members of an object type. */
export function printHeaderMembers(
  headers: ReadonlyMap<string, Use<Header>>,
  context: TypeContext,
): readonly string[] {
  return [...headers].map(([name, { value }]) => {
    const type = printTypeExpression(value.schema, context, {
      indent: "  ",
      path: `#/paths/headers/${name}`,
    });
    return `readonly ${escapePropertyKey(name)}${value.required ? "" : "?"}: ${type}`;
  });
}
