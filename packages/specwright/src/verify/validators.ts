/** A schema of the document: the Zod schemas that specwright generates. */
export interface Validator {
  readonly safeParse: (
    value: unknown,
  ) =>
    | { readonly success: true }
    | { readonly success: false; readonly error: { readonly issues: readonly object[] } };
}

type ByMediaType = Readonly<Record<string, Validator>>;

/** The schemas of one operation, as generated validators have them. */
export interface OperationValidators {
  /** By location, of objects of decoded values by name. */
  readonly parameters: Readonly<Record<string, Validator>>;
  readonly requestBody?: ByMediaType;
  /** By status. */
  readonly responses: Readonly<Record<string, ByMediaType>>;
  readonly responseHeaders?: Readonly<Record<string, Validator>>;
}

/** The validators of a document, and their words for what is wrong. */
export interface Validators {
  /** By the name of the operation. */
  readonly operations: Readonly<Record<string, OperationValidators>>;
  /** A line for each part of a value that does not fit, such as `body.name: required`. */
  readonly explain: (place: string, issues: readonly object[]) => readonly string[];
}
