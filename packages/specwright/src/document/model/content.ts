import type {
  ArrayFormat,
  ParameterLocation,
  ParameterStyle,
} from "@specwright/runtime/v1/parameters";
import type { Location } from "./location.ts";
import type { Schema } from "./schema.ts";

/** A value, and the name of the component when the document refers to it by name. */
export interface Use<T> {
  /** The component's original name; absent for an inline body. */
  readonly name?: string;
  readonly value: T;
}

export type { ArrayFormat, ParameterLocation, ParameterStyle };

export interface Parameter {
  readonly location: Location;
  readonly name: string;
  readonly in: ParameterLocation;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** The effective style: as written, or the default (OpenAPI 3.1, section 4.8.12.2.1). */
  readonly style: ParameterStyle;
  /** The explode in force, defaults applied. */
  readonly explode: boolean;
  /**
   * How lists are written: `x-array-format` of the parameter or of its operation, or the setting `arrayFormat`. Set only
   * for parameters that can have brackets.
   */
  readonly arrayFormat?: ArrayFormat;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** The schema, or the schema of the media type in `content`. `true` when the document gives none. */
  readonly schema: Schema;
  /** The media type, when the value is sent as text of that type (`content`). */
  readonly contentType?: string;
  readonly content?: readonly MediaType[];
  /** Set by the setting `splitEncodedCommas`. The router then also separates the items of this list at `%2C`. */
  readonly splitEncoded?: true;
  readonly example?: unknown;
  /** As of media types. */
  readonly examples: ReadonlyMap<string, unknown>;
  readonly extensions: ReadonlyMap<string, unknown>;
}

export interface Header {
  readonly location: Location;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly explode: boolean;
  readonly schema: Schema;
  readonly contentType?: string;
  /** Set beside `contentType`. */
  readonly content?: readonly MediaType[];
  /** As of media types. */
  readonly examples: ReadonlyMap<string, unknown>;
}

export interface RequestBody {
  readonly location: Location;
  readonly description?: string;
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

export interface Response {
  readonly location: Location;
  /** OpenAPI 3.2. */
  readonly summary?: string;
  readonly description: string;
  /** Headers by name as written. */
  readonly headers: ReadonlyMap<string, Use<Header>>;
  readonly content: readonly MediaType[];
  readonly links: ReadonlyMap<string, Link>;
}

export interface MediaType {
  /** As written, such as `application/json` or `text/*`. */
  readonly mediaType: string;
  /** The media type in the document, when bodies travel as another one: types have it as their key. */
  readonly written?: string;
  /** Absent without a schema in the document: any value is allowed. */
  readonly schema?: Schema;
  /** OpenAPI 3.2 `itemSchema`, for streams. */
  readonly itemSchema?: Schema;
  /** `x-stream-terminator`: the data of the event that ends an event stream, such as `[DONE]`. */
  readonly streamTerminator?: string;
  /** How a form writes lists, as for parameters. Set only for forms. */
  readonly arrayFormat?: ArrayFormat;
  /** `encoding` of form and multipart bodies, by property. */
  readonly encoding: ReadonlyMap<string, Encoding>;
  /** Named examples with references resolved; a single `example` is named `default`. */
  readonly examples: ReadonlyMap<string, unknown>;
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly headers: ReadonlyMap<string, Use<Header>>;
}

/**
 * A `link` of a response: it describes a further call. The parameters are keyed by name (`path.id` or `id`); their
 * values are constants or expressions.
 */
export interface Link {
  readonly location: Location;
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly description?: string;
  readonly parameters: ReadonlyMap<string, unknown>;
  /** Boxed. */
  readonly requestBody?: { readonly value: unknown };
}
