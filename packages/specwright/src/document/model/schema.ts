import type { JsonType } from "@specwright/runtime/v1/values";
import type { Location } from "./location.ts";

/** The types of JSON, and the integers among its numbers. */
export type { JsonType };

/**
 * One JSON Schema (2020-12). It has exactly the keywords that the document wrote: an absent member means an absent
 * keyword. `nullable`, boolean `exclusiveMinimum` and `example` of OpenAPI 3.0 are already converted.
 */
export interface Schema {
  readonly location: Location;
  /** A boolean schema. When it is set, all other keywords are absent. */
  readonly boolean?: boolean;
  /** `$ref`. Keywords beside it apply too. */
  readonly ref?: SchemaReference;
  /** The target of `$dynamicRef`, resolved as `$ref` would be. Dynamic resolution starts there. */
  readonly dynamicReference?: SchemaReference;
  readonly id?: string;
  readonly anchor?: string;
  readonly dynamicAnchor?: string;
  /**
   * The schemas of this schema's resource (the nearest `$id`, else the file) by `$dynamicAnchor`. Absent when the
   * resource has none.
   */
  readonly dynamicAnchors?: ReadonlyMap<string, Schema>;
  /** `type`, always as a list. */
  readonly types?: readonly JsonType[];
  readonly enum?: readonly unknown[];
  /** Set when the document did not write the null in `enum`: `nullable` of OpenAPI 3.0 added it. */
  readonly isNullAdded?: true;
  /** `const`, boxed, so that `const: null` differs from an absent `const`. */
  readonly const?: { readonly value: unknown };

  readonly title?: string;
  readonly description?: string;
  /** `default`, boxed. */
  readonly default?: { readonly value: unknown };
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly contentSchema?: Schema;

  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;

  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: Schema;

  readonly properties?: ReadonlyMap<string, Schema>;
  readonly patternProperties?: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas?: ReadonlyMap<string, Schema>;
  readonly unevaluatedProperties?: Schema;

  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly defs?: ReadonlyMap<string, Schema>;

  /** Set on the schemas that `splitDirections` made for one direction. */
  readonly variant?: SchemaVariant;
  readonly discriminator?: Discriminator;
  readonly xml?: Readonly<Record<string, unknown>>;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  /** Every `x-` member and unknown keyword, as written. */
  readonly extensions?: ReadonlyMap<string, unknown>;
}

/** The direction of a value: `request` to the owner of the API, `response` from it. */
export type Direction = "request" | "response";

/** A schema as one direction has it. */
interface SchemaVariant {
  readonly direction: Direction;
  /**
   * The name in the references to this variant, if there are any. It differs from the names of all components of the
   * document.
   */
  readonly name?: string;
  /** The properties that the whole schema requires and this one does not. */
  readonly noLongerRequired?: readonly string[];
}

export interface SchemaReference {
  /** The component's original name when the target is one of `components.schemas`. */
  readonly name?: string;
  /** The reference as written. */
  readonly text: string;
  /** The target schema. In a circular schema this is a getter; it is never absent. */
  readonly target: Schema;
  /** Set when `createFilledSchemas` made the target from the component. */
  readonly isFilled?: true;
}

export interface Discriminator {
  readonly propertyName: string;
  /** Value of the property to component name. */
  readonly mapping: ReadonlyMap<string, string>;
}
