import type { Header, Use } from "../../model/model.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { typeExpression } from "./schema/type-expression.ts";
import type { TypeContext } from "./type-context.ts";

/** Documented headers as an object type, on one line if their types allow it. Without headers, the type is empty. */
export function headersType(
  headers: ReadonlyMap<string, Use<Header>>,
  context: TypeContext,
  isRequired: (header: Header) => boolean = ({ required }) => required,
): string {
  const members = [...headers].map(([name, { value }]) => {
    const type = typeExpression(value.schema, context, {
      indent: "  ",
      path: `#/paths/headers/${name}`,
    });
    return `readonly ${escapePropertyKey(name)}${isRequired(value) ? "" : "?"}: ${type}`;
  });
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("; ")} }`;
}
