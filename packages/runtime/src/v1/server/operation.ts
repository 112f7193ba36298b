import type { OperationConversions } from "../conversions/operation-conversions.ts";
import type { OtherFields, ParameterDefinition, ValueType } from "../parameters.ts";

/** A generated server's description of one operation, as plain data from the document. */
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
  /** The handler also gets the unchanged bytes of the body. A body without a media type is then read as bytes. */
  readonly isRawBodyKept?: boolean;
  /** Media types by status as the document writes it: `200`, `4XX`, `default`; an empty list means no body. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  /** The data of the event that ends a stream of events, by media type. Default: such an event is not sent. */
  readonly terminators?: Readonly<Record<string, string>>;
  /** The documented headers of answers by status, in the same notation. */
  readonly headers?: Readonly<Record<string, readonly ParameterDefinition[]>>;
  /** Conversions of values. Default: handlers see values as they are sent. */
  readonly conversions?: OperationConversions;
  /** Alternatives, each a set of schemes with their scopes; absent when the operation needs no credential. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The members of a handler's input that hold parameters. */
export type DecodedLocation = "path" | "query" | "header" | "cookie" | "querystring";

export interface BodyDefinition {
  readonly required: boolean;
  /** By media type as the document writes it. */
  readonly content: Readonly<Record<string, BodyContent>>;
}

export interface BodyContent {
  /** The fields of a form, described as query parameters. */
  readonly form?: readonly ParameterDefinition[];
  /** The fields of a form with brackets that `form` does not name. Default: they stay text. */
  readonly formOthers?: OtherFields;
  /** The parts of a multipart body. Default: a `multipart/form-data` body is passed as FormData. */
  readonly parts?: PartsDefinition;
  /** The handler gets the body as an async iterable of validated items (JSON lines or a JSON sequence). */
  readonly items?: boolean;
  /** The schema describes the meaning of the text and not the text itself, so the body is not validated. */
  readonly isUnchecked?: boolean;
  /** A plan, or the name of a shared one. */
  readonly defaults?: Defaults | string;
}

/** The parts of a multipart body. */
export interface PartsDefinition {
  readonly named: readonly PartDefinition[];
  /** The types of texts whose name matches an expression: see `ValueType`. */
  readonly patterns?: ValueType["patternProperties"];
  /** The definition of all other parts. Default: a part with a file name is a file, every other is text. */
  readonly others?: Omit<PartDefinition, "name">;
}

/** The parts of one name. */
export interface PartDefinition {
  readonly name: string;
  /** The parts are files. */
  readonly isFile?: boolean;
  /** All parts of this name together are one list. */
  readonly isList?: boolean;
  /** The media types or ranges that the document allows, as it writes them. */
  readonly contentType?: string;
  /** The type to read a part's text as; for a list, the type of its items. Objects and arrays are read as JSON. */
  readonly type?: ValueType;
  /** For a list, the types of its first items. */
  readonly prefixItems?: readonly ValueType[];
  /** The smallest and the largest size of a file, in bytes. */
  readonly minSize?: number;
  readonly maxSize?: number;
  /** Header fields of the part. */
  readonly headers?: readonly ParameterDefinition[];
}

/** A plan of a body's defaults: where in the value they are filled in. */
export interface Defaults {
  /** The values of absent properties. They already include their own inner defaults. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Plans of properties, or names of shared plans; they may refer to each other in circles. */
  readonly properties?: Readonly<Record<string, Defaults | string>>;
  readonly items?: Defaults | string;
  /** The plan of all other properties. */
  readonly additional?: Defaults | string;
  /** Further plans for the same value. */
  readonly all?: readonly (Defaults | string)[];
  /**
   * Names of component schemas in `anyOf` or `oneOf`. The shared plans of the schemas that the value fits are applied.
   */
  readonly fitting?: readonly string[];
  /** Plans of alternatives. One is applied when a property, such as the discriminator, has one of its values. */
  readonly tagged?: readonly TaggedDefaults[];
}

/** The plan of one alternative. */
export interface TaggedDefaults {
  readonly property: string;
  readonly values: readonly unknown[];
  readonly plan: Defaults | string;
}

/**
 * The part of a Zod schema that the router needs. Validators never change data, so the router ignores the parsed value.
 */
export interface Validator {
  safeParse(value: unknown):
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly ValidationIssue[] };
      };
}

/** The members of a Zod issue that the router reads. */
export interface ValidationIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An operation's entry in the generated validators. */
export interface OperationValidators {
  readonly parameters?: Readonly<Partial<Record<DecodedLocation, Validator>>>;
  readonly requestBody?: Readonly<Record<string, Validator | undefined>>;
  readonly responses?: Readonly<Record<string, Readonly<Record<string, Validator | undefined>>>>;
  /** Validators of the documented headers of answers, by status. They take an object of headers; all are optional. */
  readonly responseHeaders?: Readonly<Record<string, Validator | undefined>>;
  /**
   * Validators of the documented headers of parts, by media type. They take an object of headers by the name of the
   * part.
   */
  readonly partHeaders?: Readonly<Record<string, Validator | undefined>>;
}

/** A handler as the router calls it. Generated code declares its types for each operation. */
export type AnyHandler = (input: never) => unknown;
