import type { TypeTransform } from "./schema/type-transform.ts";

/** The options of emitted types; their names and meaning are those of openapi-typescript 7's flags. */
export interface TypeOptions {
  /** Objects without `additionalProperties` allow unknown keys. */
  readonly additionalProperties?: boolean;
  /** Paths, components and properties in alphabetical order. */
  readonly alphabetize?: boolean;
  /** Tuples for arrays with `minItems` or `maxItems`. */
  readonly arrayLength?: boolean;
  /** With `enum`: only for enums that have names or descriptions (`x-enum-varnames`, `x-enum-descriptions`). */
  readonly conditionalEnums?: boolean;
  /** The text is for a `.d.ts` file, in which constants have no value. */
  readonly declarationFile?: boolean;
  /** With `enum`: one TypeScript enum for all that have the same members. */
  readonly dedupeEnums?: boolean;
  /** A property with a default is not optional in answers. True unless set to false. */
  readonly defaultNonNullable?: boolean;
  /** `Record<string, unknown>` instead of `Record<string, never>` for objects without properties. */
  readonly emptyObjectsUnknown?: boolean;
  /** TypeScript enums instead of unions, where all values are strings and numbers. */
  readonly enum?: boolean;
  /** A constant with the values of each enum that stays a union. */
  readonly enumValues?: boolean;
  /** Leaves out what is deprecated. */
  readonly excludeDeprecated?: boolean;
  /** `export type` instead of `export interface`. */
  readonly exportType?: boolean;
  /** A path parameter of type string for each name in a path that the document has no parameter for. */
  readonly generatePathParams?: boolean;
  /**
   * As openapi-typescript has it where no validator agrees: `anyOf` with an alternative that says nothing about types makes a type
   * `unknown`, an object without members takes those of others in `allOf`, and an enum has values that `type` does not allow.
   */
  readonly likeOpenapiTypescript?: boolean;
  /** Everything `readonly`. */
  readonly immutable?: boolean;
  /** The enum `ApiPaths`, with a member for each operation. */
  readonly makePathsEnum?: boolean;
  /** Paths as template literal types, such as `/pets/${string}`. */
  readonly pathParamsAsTypes?: boolean;
  /** Objects without `required` require all their properties. */
  readonly propertiesRequiredByDefault?: boolean;
  /** Text before the types, such as imports of the names that `transform` uses. */
  readonly inject?: string;
  /**
   * True to mark `readOnly` and `writeOnly` properties by `$Read<T>` and `$Write<T>` instead of `readonly`, with helpers to
   * choose by.
   */
  readonly readWriteMarkers?: boolean;
  /** Requests without what is `readOnly`, responses without what is `writeOnly`, as components of their own. */
  readonly readWriteSplit?: boolean;
  /** A type alias beside `components` for each component. */
  readonly rootTypes?: boolean;
  /** With `rootTypes`: aliases of schemas without the prefix `Schema`. */
  readonly rootTypesNoSchemaPrefix?: boolean;
  /** With `rootTypes`: aliases of schemas keep the letter case of the document. */
  readonly rootTypesKeepCasing?: boolean;
  /** Other types for some schemas. */
  readonly transform?: TypeTransform;
}
