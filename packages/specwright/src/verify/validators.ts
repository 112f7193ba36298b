/** The validator of a schema: a Zod schema that specwright generates. */
export interface Validator {
  readonly safeParse: (
    value: unknown,
  ) =>
    | { readonly success: true }
    | { readonly success: false; readonly error: { readonly issues: readonly object[] } };
}

type ByMediaType = Readonly<Record<string, Validator>>;

/** The validators of one operation, in the form of the generated module. */
export interface OperationValidators {
  /** By location. Each accepts an object of decoded values by name. */
  readonly parameters: Readonly<Record<string, Validator>>;
  readonly requestBody?: ByMediaType;
  /** By status. */
  readonly responses: Readonly<Record<string, ByMediaType>>;
  readonly responseHeaders?: Readonly<Record<string, Validator>>;
}

/** The validators of a document, and a function that describes their issues. */
export interface Validators {
  /** By the name of the operation. */
  readonly operations: Readonly<Record<string, OperationValidators>>;
  /** Returns a line for each part of a value that does not fit, such as `body.name: required`. */
  readonly explain: (place: string, issues: readonly object[]) => readonly string[];
}
