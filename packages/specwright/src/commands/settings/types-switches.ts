import type { TypeOptions } from "../../emit/shared/typescript/type-options.ts";
import { toFlag } from "./given-settings.ts";

/** The options that are switches. All are off by default. */
export type TypesSwitch = Exclude<
  keyof TypeOptions,
  | "constEnums"
  | "converted"
  | "openEnums"
  | "declarationFile"
  | "defaultNonNullable"
  | "inject"
  | "likeOpenapiTypescript"
  | "transform"
>;

/** The help of each switch. Flags have the names and the meaning of those of openapi-typescript. */
export const typesSwitches: Readonly<Record<TypesSwitch, string>> = {
  enum: "TypeScript enums instead of unions",
  enumValues: "a constant with the values of each enum",
  conditionalEnums: "with --enum: only for enums with `x-enum-varnames` or `x-enum-descriptions`",
  dedupeEnums: "with --enum: one enum for all with the same members",
  exportType: "export `type` instead of `interface` at the top level",
  immutable: "generate readonly types",
  additionalProperties: "objects allow unknown keys unless the document forbids them",
  emptyObjectsUnknown: "`Record<string, unknown>` for objects without properties",
  propertiesRequiredByDefault: "objects without `required` require all properties",
  arrayLength: "tuples for arrays with minItems or maxItems",
  pathParamsAsTypes: "template literal types for paths with parameters",
  generatePathParams: "path parameters of type string for names that the document does not declare",
  makePathsEnum: "the enum `ApiPaths`, with the path of each operation",
  alphabetize: "sort keys",
  excludeDeprecated: "leave out deprecated operations and properties",
  readWriteMarkers: "`$Read` and `$Write` around readOnly and writeOnly properties",
  readWriteSplit: "requests without readOnly properties, responses without writeOnly ones",
  rootTypes: "a type alias beside `components` for each component",
  rootTypesNoSchemaPrefix: "with --root-types: no prefix for schemas",
  rootTypesKeepCasing: "with --root-types: the letter case of the document",
};

/** The options as flags. Options with their default value are left out. */
export function listTypesFlags(options: TypeOptions): string[] {
  const given = new Map(Object.entries(options));
  const switches = Object.keys(typesSwitches)
    .filter((key) => given.get(key) === true)
    .map(toFlag);
  return options.defaultNonNullable === false
    ? [...switches, "--default-non-nullable=false"]
    : switches;
}
