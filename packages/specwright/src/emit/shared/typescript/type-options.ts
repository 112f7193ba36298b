import type { TypeTransform } from "./schema/type-transform.ts";

/** The options in which types of `generate` differ from those of openapi-typescript without flags. */
export type GeneratedTypeOptions = Pick<
  TypeOptions,
  | "constEnums"
  | "converted"
  | "defaultNonNullable"
  | "emptyObjectsUnknown"
  | "openEnums"
  | "transform"
>;

/** The options of emitted types. Their names and meaning are those of openapi-typescript 7's flags. */
export interface TypeOptions {
  /** Objects without `additionalProperties` allow unknown keys. */
  readonly additionalProperties?: boolean;
  /** Paths, components and properties in alphabetical order. */
  readonly alphabetize?: boolean;
  /** Tuples for arrays with `minItems` or `maxItems`. */
  readonly arrayLength?: boolean;
  /** With `enum`: only for enums that have names or descriptions (`x-enum-varnames`, `x-enum-descriptions`). */
  readonly conditionalEnums?: boolean;
  /** True for the text of a `.d.ts` file, in which constants have no values. */
  readonly declarationFile?: boolean;
  /** With `enum`: a single TypeScript enum for all enums with the same members. */
  readonly dedupeEnums?: boolean;
  /** False to make properties with a default optional in responses too. Default: true. */
  readonly defaultNonNullable?: boolean;
  /** `Record<string, unknown>` instead of `Record<string, never>` for objects without properties. */
  readonly emptyObjectsUnknown?: boolean;
  /** TypeScript enums instead of unions, for lists of strings and numbers only. */
  readonly enum?: boolean;
  /** A constant with the values of each enum that is printed as a union. */
  readonly enumValues?: boolean;
  /** An object with the members of each enum that is a component, beside its type. */
  readonly constEnums?: boolean;
  /** The types of values that are converted, by the places of their schemas: see `planValues`. */
  readonly converted?: ReadonlyMap<string, string>;
  /** The places of enums that answers may extend: see `findOpenEnums`. */
  readonly openEnums?: ReadonlySet<string>;
  /** Leaves out deprecated parts. */
  readonly excludeDeprecated?: boolean;
  /** `export type` instead of `export interface`. */
  readonly exportType?: boolean;
  /** A path parameter of type string for each name in a path that has no parameter in the document. */
  readonly generatePathParams?: boolean;
  /** Follows openapi-typescript even where its types contradict validators: see ADR 121. */
  readonly likeOpenapiTypescript?: boolean;
  /** Makes all properties `readonly`. */
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
   * Marks `readOnly` and `writeOnly` properties with `$Read<T>` and `$Write<T>` instead of `readonly`, and adds the
   * helper types `Readable` and `Writable`.
   */
  readonly readWriteMarkers?: boolean;
  /** Separate components for requests without `readOnly` properties and for responses without `writeOnly` properties. */
  readonly readWriteSplit?: boolean;
  /** A type alias outside `components` for each component. */
  readonly rootTypes?: boolean;
  /** With `rootTypes`: aliases of schemas without the prefix `Schema`. */
  readonly rootTypesNoSchemaPrefix?: boolean;
  /** With `rootTypes`: aliases of schemas keep the letter case of the document. */
  readonly rootTypesKeepCasing?: boolean;
  /** Other types for some schemas. */
  readonly transform?: TypeTransform;
}
