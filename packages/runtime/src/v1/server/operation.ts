import type { ParameterDefinition, ValueType } from "../parameters.ts";

/** A generated server's description of one operation: plain data, as the document has it. */
export interface OperationDefinition {
  readonly name: string;
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly parameters?: readonly ParameterDefinition[];
  /** Values of the document's `default`s, by location and parameter name. */
  readonly defaults?: Readonly<Partial<Record<DecodedLocation, Readonly<Record<string, unknown>>>>>;
  readonly body?: BodyDefinition;
  /** The handler is also given the body's bytes as they came. A body without a media type is one of bytes then. */
  readonly isRawBodyKept?: boolean;
  /** Media types by status as the document writes it: `200`, `4XX`, `default`; an empty list for no body. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  /** The data of the event that ends a stream of events, by its media type. Default: none, the stream just ends. */
  readonly terminators?: Readonly<Record<string, string>>;
  /** The documented headers of answers by status, written likewise. */
  readonly headers?: Readonly<Record<string, readonly ParameterDefinition[]>>;
  /** Alternatives, each a set of schemes with their scopes; absent when the operation needs no credential. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The locations that parameters are handed over by. */
export type DecodedLocation = "path" | "query" | "header" | "cookie" | "querystring";

export interface BodyDefinition {
  readonly required: boolean;
  /** By media type as the document writes it. */
  readonly content: Readonly<Record<string, BodyContent>>;
}

export interface BodyContent {
  /** The fields of a form, as parameters in the query. */
  readonly form?: readonly ParameterDefinition[];
  /** The parts of a multipart body. Without them a `multipart/form-data` body is handed over as FormData. */
  readonly parts?: PartsDefinition;
  /** The body is handed over as an async iterable of its items, each validated: `json-lines` or `json-sequence`. */
  readonly items?: boolean;
  /** The schema describes what the text means, not the text, so it is not held against it. */
  readonly isUnchecked?: boolean;
  /** A plan, or the name of a shared one. */
  readonly defaults?: Defaults | string;
}

/** The parts of a multipart body. */
export interface PartsDefinition {
  readonly named: readonly PartDefinition[];
  /** The definition of all other parts. Default: a file is a file, anything else text. */
  readonly others?: Omit<PartDefinition, "name">;
}

/** The parts of one name. */
export interface PartDefinition {
  readonly name: string;
  /** The parts are files. */
  readonly isFile?: boolean;
  /** The value is the list of all parts of the name. */
  readonly isList?: boolean;
  /** The media types that the document allows, as it writes them, or ranges of them. */
  readonly contentType?: string;
  /** The target type of a part's text, or that of an item in a list. Objects and arrays are JSON. */
  readonly type?: ValueType;
  /** Bytes that a file has at least and at most. */
  readonly minSize?: number;
  readonly maxSize?: number;
  /** Header fields of the part. */
  readonly headers?: readonly ParameterDefinition[];
}

/** The places of a body's defaults. */
export interface Defaults {
  /** By property: the value for a property that is absent, with its own inner defaults already in it. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Plans of properties, or names of shared plans; they may refer to each other in circles. */
  readonly properties?: Readonly<Record<string, Defaults | string>>;
  readonly items?: Defaults | string;
  /** Of the properties that are not named. */
  readonly additional?: Defaults | string;
  /** Further plans for the same value. */
  readonly all?: readonly (Defaults | string)[];
  /** Names of component schemas of `anyOf` and `oneOf`: the shared plans of those that the value fits are followed. */
  readonly fitting?: readonly string[];
  /** Plans of alternatives that are meant where a property has one of some values. */
  readonly tagged?: readonly TaggedDefaults[];
}

/** The plan of one alternative. */
export interface TaggedDefaults {
  readonly property: string;
  readonly values: readonly unknown[];
  readonly plan: Defaults | string;
}

/**
 * The part of a Zod schema that the router needs. Validators never change data, so the router ignores the value that they
 * return.
 */
export interface Validator {
  safeParse(value: unknown):
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly ValidationIssue[] };
      };
}

/** A Zod issue, as far as it is read. */
export interface ValidationIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An operation's entry in the generated validators. */
export interface OperationValidators {
  readonly parameters?: Readonly<Partial<Record<DecodedLocation, Validator>>>;
  readonly requestBody?: Readonly<Record<string, Validator | undefined>>;
  readonly responses?: Readonly<Record<string, Readonly<Record<string, Validator | undefined>>>>;
  /** Of objects of the documented headers of an answer, none of which is required. */
  readonly responseHeaders?: Readonly<Record<string, Validator | undefined>>;
  /** Of objects of the documented headers of parts, by media type and name of the part. */
  readonly partHeaders?: Readonly<Record<string, Validator | undefined>>;
}

/** A handler as the router calls it; generated declarations give each operation its own types. */
export type AnyHandler = (input: never) => unknown;
