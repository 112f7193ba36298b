import type { TypeOptions } from "../emit/type-options.ts";

/** The options that are switches: off unless given. */
export type TypesSwitch = Exclude<
  keyof TypeOptions,
  "declarationFile" | "defaultNonNullable" | "inject" | "likeOpenapiTypescript" | "transform"
>;

/** The switches in the spelling of the command line: openapi-typescript's, with the same meaning. */
export const typesSwitches: Readonly<Record<TypesSwitch, string>> = {
  enum: "--enum",
  enumValues: "--enum-values",
  conditionalEnums: "--conditional-enums",
  dedupeEnums: "--dedupe-enums",
  exportType: "--export-type",
  immutable: "--immutable",
  additionalProperties: "--additional-properties",
  emptyObjectsUnknown: "--empty-objects-unknown",
  propertiesRequiredByDefault: "--properties-required-by-default",
  arrayLength: "--array-length",
  pathParamsAsTypes: "--path-params-as-types",
  generatePathParams: "--generate-path-params",
  makePathsEnum: "--make-paths-enum",
  alphabetize: "--alphabetize",
  excludeDeprecated: "--exclude-deprecated",
  readWriteMarkers: "--read-write-markers",
  readWriteSplit: "--read-write-split",
  rootTypes: "--root-types",
  rootTypesNoSchemaPrefix: "--root-types-no-schema-prefix",
  rootTypesKeepCasing: "--root-types-keep-casing",
};

/** The options as flags of the command line; those that have their default are left out. */
export function flagsOf(options: TypeOptions): string[] {
  const given = new Map(Object.entries(options));
  const switches = Object.entries(typesSwitches)
    .filter(([key]) => given.get(key) === true)
    .map(([, flag]) => flag);
  return options.defaultNonNullable === false
    ? [...switches, "--default-non-nullable=false"]
    : switches;
}
