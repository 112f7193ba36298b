import type { Model } from "../../document/model/model.ts";
import { findFirstFree } from "../../first-free.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { printComponentReference } from "../shared/typescript/schema/type-reference.ts";
import type { TypeContext } from "../shared/typescript/type-context.ts";
import { reserved } from "../shared/typescript/type-hoisted.ts";
import { sortIfWanted } from "./member.ts";
import { toPascalCase } from "./pascal-case.ts";

const kinds = [
  ["schemas", "Schema"],
  ["responses", "Response"],
  ["parameters", "Parameter"],
  ["requestBodies", "RequestBody"],
  ["headers", "Header"],
  ["pathItems", "PathItem"],
] as const;

/**
 * With `rootTypes`, an alias for each component, named as in openapi-typescript. A schema that was hoisted as an enum
 * already has its name.
 */
export function printRootTypes(
  { components }: Model,
  { options, hoisted, enumsByPath }: TypeContext,
): string[] {
  if (options.rootTypes !== true) {
    return [];
  }
  const taken = new Set([...hoisted.declarations.keys(), ...reserved]);
  const last = new Map<string, number>();
  const aliases = kinds.flatMap(([kind, prefix]) =>
    sortIfWanted<unknown>(components[kind], options.alphabetize)
      .filter(([name]) => kind !== "schemas" || !enumsByPath.has(`#/components/schemas/${name}`))
      .map(([name]) => {
        const bare = kind === "schemas" && options.rootTypesNoSchemaPrefix === true;
        const keep = kind === "schemas" && options.rootTypesKeepCasing === true;
        const wanted = escapeIdentifier(`${bare ? "" : prefix}${keep ? name : toPascalCase(name)}`);
        const alias = findFirstFree(wanted, (candidate) => taken.has(candidate), {
          separator: "_",
          last,
        });
        taken.add(alias);
        return `export type ${alias} = ${printComponentReference(kind, name)};\n`;
      }),
  );
  return aliases.length === 0 ? [] : [aliases.join("")];
}
