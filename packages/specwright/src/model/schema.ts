import type { JsonType } from "@specwright/runtime/v1/values";
import type { Location } from "./location.ts";

/** The types of JSON, and the integers among its numbers. */
export type { JsonType };

/**
 * One JSON Schema (2020-12). Each keyword that the document wrote is here, and only those: an absent member means an
 * absent keyword. 3.0's `nullable`, boolean `exclusiveMinimum` and `example` are already lifted.
 */
export interface Schema {
  readonly location: Location;
  /** A boolean schema. When set, nothing else is. */
  readonly boolean?: boolean;
  /** `$ref`. Other keywords may stand beside it, and hold too. */
  readonly ref?: SchemaReference;
  /** The target of `$dynamicRef` when it is resolved like `$ref`. Its dynamic resolution starts there. */
  readonly dynamicReference?: SchemaReference;
  readonly id?: string;
  readonly anchor?: string;
  readonly dynamicAnchor?: string;
  /** The schemas of this schema's resource (the nearest `$id`, else the file) by `$dynamicAnchor`; absent without any. */
  readonly dynamicAnchors?: ReadonlyMap<string, Schema>;
  /** `type`, always as a list. */
  readonly types?: readonly JsonType[];
  readonly enum?: readonly unknown[];
  /** Set when the null of `enum` was not written: 3.0's `nullable` stands for it. */
  readonly isNullAdded?: true;
  /** `const`, boxed, so that `const: null` and none are distinguished. */
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

/** Which way a value goes: to the owner of the API, or from it. */
export type Direction = "request" | "response";

/** A schema as one direction has it. */
interface SchemaVariant {
  readonly direction: Direction;
  /** The name that its references have, where any refers to it. No component of the document has it. */
  readonly name?: string;
  /** The properties that the whole schema requires and this one does not. */
  readonly noLongerRequired?: readonly string[];
}

export interface SchemaReference {
  /** The component's original name when the target is one of `components.schemas`. */
  readonly name?: string;
  /** The reference as written. */
  readonly text: string;
  /** The schema that it points to. A getter where the schema is circular; never absent. */
  readonly target: Schema;
  /** Set where the target is what `createFilledSchemas` made of the component. */
  readonly isFilled?: true;
}

export interface Discriminator {
  readonly propertyName: string;
  /** Value of the property to component name. */
  readonly mapping: ReadonlyMap<string, string>;
}
