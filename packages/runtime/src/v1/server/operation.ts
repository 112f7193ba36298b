import type { ParameterDefinition } from "../parameters.ts";

/** What a generated server tells of one operation; plain data, as the document has it. */
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
  /** Media types by status as the document writes it: `200`, `4XX`, `default`; an empty list for no body. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  /** Alternatives, each a set of schemes with their scopes; absent when none is needed. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The locations that parameters are handed over by. */
export type DecodedLocation = "path" | "query" | "header" | "cookie";

export interface BodyDefinition {
  readonly required: boolean;
  /** By media type as the document writes it. */
  readonly content: Readonly<Record<string, BodyContent>>;
}

export interface BodyContent {
  /** The fields of a form, as parameters in the query. */
  readonly form?: readonly ParameterDefinition[];
  /** The schema describes what the text means, not the text, so it is not held against it. */
  readonly isUnchecked?: boolean;
  /** A plan, or the name of a shared one. */
  readonly defaults?: Defaults | string;
}

/** Where a body's defaults go. */
export interface Defaults {
  /** By property: the value to put where there is none, its own inner defaults already in it. */
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
}

/** What the router needs of a Zod schema. Validators never change data, so what they give back is not looked at. */
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
}

/** A handler as the router calls it; generated declarations give each operation its own types. */
export type AnyHandler = (input: never) => unknown;
