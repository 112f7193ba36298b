import type { Model } from "../../model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { createNames } from "../names.ts";
import type { TypeOptions } from "../type-options.ts";
import { componentReference } from "../type-reference.ts";
import { inOrder } from "./member.ts";

const kinds = [
  ["schemas", "Schema"],
  ["responses", "Response"],
  ["parameters", "Parameter"],
  ["requestBodies", "RequestBody"],
  ["headers", "Header"],
  ["pathItems", "PathItem"],
] as const;

/** An alias for each component beside `components`, when asked for. */
export function rootTypes({ components }: Model, options: TypeOptions): string[] {
  if (options.rootTypes !== true) {
    return [];
  }
  const wanted = new Map<string, string>();
  // By kind and name, because several components may want the same alias.
  const names = createNames({
    escape: (component) => escapeIdentifier(wanted.get(component) ?? component),
    reserved: [
      "paths",
      "webhooks",
      "components",
      "operations",
      "$defs",
      "WithRequired",
      "Omit",
      "Record",
    ],
  });
  const aliases = kinds.flatMap(([kind, prefix]) =>
    inOrder<unknown>(components[kind], options.alphabetize).map(([name]) => {
      const bare = kind === "schemas" && options.rootTypesNoSchemaPrefix === true;
      const keep = kind === "schemas" && options.rootTypesKeepCasing === true;
      const own = keep ? name : escapeIdentifier(name, { style: "pascal" });
      const component = `${kind} ${name}`;
      wanted.set(component, `${bare ? "" : prefix}${own}`);
      const alias = names.name(component);
      return `export type ${alias} = ${componentReference(kind, name)};\n`;
    }),
  );
  return aliases.length === 0 ? [] : [aliases.join("")];
}
