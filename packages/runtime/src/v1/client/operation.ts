import type { ParameterDefinition } from "../parameters.ts";

/** A parameter of an operation, and where its value stands in the flat input. */
export interface ClientParameter extends ParameterDefinition {
  /** The value is `input.<location>.<name>`, because another parameter has the same name. Default: `input.<name>`. */
  readonly grouped?: boolean;
}

/** What `fetch` takes as a body. */
export type RequestBody = NonNullable<RequestInit["body"]>;

/** Makes what `fetch` sends of a body. `multipart/*` brings its own content type, with the boundary. */
export type BodyEncoder = (body: unknown) => RequestBody;

/** What a generated client tells of one operation; plain data, as the document has it. */
export interface ClientOperation {
  readonly name: string;
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly parameters?: readonly ClientParameter[];
  /** By media type; the first one is sent unless the call names another. */
  readonly body?: Readonly<Record<string, BodyEncoder>>;
  /** The name of the header parameter that makes a repeated call harmless, when the operation declares it. */
  readonly idempotencyKey?: string;
  /** The `accept` header, for operations that answer with more than one media type. */
  readonly accept?: string;
}

/** A call's input: parameters by name, grouped ones below their location, the body under `body`. */
export type CallInput = Readonly<Record<string, unknown>>;

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<string, never>>;
