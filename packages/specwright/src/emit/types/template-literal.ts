import type { PathItem } from "../../document/model/model.ts";
import { escapeTemplate } from "../shared/escape/template.ts";

/** A path as a template literal type, such as `/pets/${number}`. */
export function printPathTemplate({ path, parameters, operations }: PathItem): string {
  const types = new Map<string, string>();
  for (const { value } of [
    ...parameters,
    ...operations.flatMap((operation) => operation.parameters),
  ]) {
    if (value.in === "path") {
      types.set(value.name, printPlaceholder(value.schema.types));
    }
  }
  const parts = path
    .split(/(\{[^{}]+\})/)
    .map((part, index) =>
      index % 2 === 0 ? escapeTemplate(part) : `\${${types.get(part.slice(1, -1)) ?? "string"}}`,
    );
  return `\`${parts.join("")}\``;
}

function printPlaceholder(types: readonly string[] | undefined): string {
  const [name] = types ?? [];
  if (types?.length !== 1) {
    return "string";
  }
  return name === "number" || name === "integer" ? "number" : name === "boolean" ? name : "string";
}
