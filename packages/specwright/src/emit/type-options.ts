/** What may differ in emitted types; the names and the meaning are those of openapi-typescript 7's flags. */
export interface TypeOptions {
  /** Objects without `additionalProperties` allow unknown keys. */
  readonly additionalProperties?: boolean;
  /** Paths, components and properties in alphabetical order. */
  readonly alphabetize?: boolean;
  /** Tuples for arrays with `minItems` or `maxItems`. */
  readonly arrayLength?: boolean;
  /** A property with a default is not optional in answers. True unless set to false. */
  readonly defaultNonNullable?: boolean;
  /** `Record<string, unknown>` instead of `Record<string, never>` for objects without properties. */
  readonly emptyObjectsUnknown?: boolean;
  /** Leaves out what is deprecated. */
  readonly excludeDeprecated?: boolean;
  /** `export type` instead of `export interface`. */
  readonly exportType?: boolean;
  /** Everything `readonly`. */
  readonly immutable?: boolean;
  /** Paths as template literal types, such as `/pets/${string}`. */
  readonly pathParamsAsTypes?: boolean;
  /** Objects without `required` require all their properties. */
  readonly propertiesRequiredByDefault?: boolean;
  /** A type alias beside `components` for each component. */
  readonly rootTypes?: boolean;
  /** With `rootTypes`: aliases of schemas without the prefix `Schema`. */
  readonly rootTypesNoSchemaPrefix?: boolean;
  /** With `rootTypes`: aliases of schemas with the letters of the document. */
  readonly rootTypesKeepCasing?: boolean;
}
