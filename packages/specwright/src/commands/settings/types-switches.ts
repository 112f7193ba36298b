import type { TypeOptions } from "../../emit/typescript/type-options.ts";

/** The options that are switches. All are off by default. */
export type TypesSwitch = Exclude<
  keyof TypeOptions,
  "declarationFile" | "defaultNonNullable" | "inject" | "likeOpenapiTypescript" | "transform"
>;

/** The switches as command line flags. They have the same names and meaning as in openapi-typescript. */
export const typesSwitches: Readonly<Record<TypesSwitch, { flag: string; help: string }>> = {
  enum: { flag: "--enum", help: "TypeScript enums instead of unions" },
  enumValues: { flag: "--enum-values", help: "a constant with the values of each enum" },
  conditionalEnums: {
    flag: "--conditional-enums",
    help: "with --enum: only for enums with `x-enum-varnames` or `x-enum-descriptions`",
  },
  dedupeEnums: {
    flag: "--dedupe-enums",
    help: "with --enum: one enum for all with the same members",
  },
  exportType: {
    flag: "--export-type",
    help: "export `type` instead of `interface` at the top level",
  },
  immutable: { flag: "--immutable", help: "generate readonly types" },
  additionalProperties: {
    flag: "--additional-properties",
    help: "objects allow unknown keys unless the document forbids them",
  },
  emptyObjectsUnknown: {
    flag: "--empty-objects-unknown",
    help: "`Record<string, unknown>` for objects without properties",
  },
  propertiesRequiredByDefault: {
    flag: "--properties-required-by-default",
    help: "objects without `required` require all properties",
  },
  arrayLength: { flag: "--array-length", help: "tuples for arrays with minItems or maxItems" },
  pathParamsAsTypes: {
    flag: "--path-params-as-types",
    help: "template literal types for paths with parameters",
  },
  generatePathParams: {
    flag: "--generate-path-params",
    help: "path parameters of type string for names that the document does not declare",
  },
  makePathsEnum: {
    flag: "--make-paths-enum",
    help: "the enum `ApiPaths`, with the path of each operation",
  },
  alphabetize: { flag: "--alphabetize", help: "sort keys" },
  excludeDeprecated: {
    flag: "--exclude-deprecated",
    help: "leave out deprecated operations and properties",
  },
  readWriteMarkers: {
    flag: "--read-write-markers",
    help: "`$Read` and `$Write` around readOnly and writeOnly properties",
  },
  readWriteSplit: {
    flag: "--read-write-split",
    help: "requests without readOnly properties, responses without writeOnly ones",
  },
  rootTypes: { flag: "--root-types", help: "a type alias beside `components` for each component" },
  rootTypesNoSchemaPrefix: {
    flag: "--root-types-no-schema-prefix",
    help: "with --root-types: no prefix for schemas",
  },
  rootTypesKeepCasing: {
    flag: "--root-types-keep-casing",
    help: "with --root-types: the letter case of the document",
  },
};

/** The options as command line flags. Options with their default value are left out. */
export function listTypesFlags(options: TypeOptions): string[] {
  const given = new Map(Object.entries(options));
  const switches = Object.entries(typesSwitches)
    .filter(([key]) => given.get(key) === true)
    .map(([, { flag }]) => flag);
  return options.defaultNonNullable === false
    ? [...switches, "--default-non-nullable=false"]
    : switches;
}
