import type { MediaType, Operation, Schema } from "specwright";
import type { Schemas } from "../../../base/api-types.ts";
import type { ToolkitDefinition } from "./catalog-types.ts";

/** The part of a tool that stays in memory: enough to list, filter and find it, but without its schemas. */
export interface ToolOutline {
  readonly slug: string;
  /** The path to call, relative to the base URL, without the `#fragment` that a path in the document may have. */
  readonly path: string;
  readonly record: Pick<
    Schemas["Tool"],
    "name" | "description" | "tags" | "scopes" | "is_deprecated"
  > & { readonly toolkit: { readonly slug: string; readonly name: string } };
  /** Characters of the record as JSON. */
  readonly recordLength: number;
  /** True when an argument is a file. */
  readonly takesFiles: boolean;
  /** Phrases that people use for this tool, such as "send an email". */
  readonly searchPhrases: readonly string[];
  /** What is known of a tool without phrases, such as one of an import. */
  readonly derived?: DerivedWords;
}

/** What the operation of a tool says about its use, for the search. */
export interface DerivedWords {
  /** Its action by method and path, such as `list`, `create` or `cancel`. */
  readonly action: string;
  /** The things in its path, the last one at the end, such as `repo issues`. */
  readonly things: string;
  /** The names of its arguments and their values, such as `state open closed`. */
  readonly details: string;
}

/** A tool at one version: its record for the wire, and the parts that an execution needs. */
export interface ToolDefinition extends ToolOutline {
  readonly toolkit: ToolkitDefinition;
  readonly record: Schemas["Tool"];
  readonly operation: Operation;
  /** The arguments in the order of `input_parameters`, each with its place in the request. */
  readonly inputs: readonly ToolInput[];
  /** The request body; absent when the operation has none. */
  readonly body?: ToolBody;
  readonly rules: ExecutionRules;
}

/** One argument. */
export interface ToolInput {
  /** The name of the argument. */
  readonly name: string;
  readonly required: boolean;
  /** The default value of a required parameter's schema. It is sent when the caller leaves the argument out. */
  readonly fallback?: { readonly value: unknown };
  readonly schema: Schema;
  /** The place of the argument in the request: a parameter, a member of the body, or the whole body. */
  readonly target:
    | { readonly kind: "parameter"; readonly index: number }
    | { readonly kind: "member"; readonly name: string }
    | { readonly kind: "wholeBody" };
}

/** How the body of a request is built. */
export interface ToolBody {
  readonly mediaType: MediaType;
  readonly required: boolean;
  /** The schema for the whole body; absent when any body is valid. */
  readonly schema?: Schema;
}

/** The member that holds a result which is not an object: `items` a list, `value` any other value. */
export type Wrapping = "items" | "value";

/** A variable of the base URL: the values that its document suggests. They are as safe as the document's own text. */
export interface ToolkitVariable {
  /** Absent when the document has none, or an empty one. */
  readonly default?: string;
  /** The only values that are possible; absent when any is. */
  readonly enum?: readonly string[];
}

/** The base URL with its variables, and further hosts that may be called. */
export interface ToolkitServer {
  /** Without a slash at the end. Its `{variables}` are filled from `state.val`. */
  readonly url: string;
  /** The variables of `url`, by name. */
  readonly variables: ReadonlyMap<string, ToolkitVariable>;
  /** Hosts, without port, that proxied requests may call besides the base URL's. */
  readonly allowedHosts: readonly string[];
  /** Headers of every request, such as the API version. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A condition that successful responses fulfil, for applications that also answer failures with 200. */
export interface SuccessCondition {
  /** JSON Pointer into the answer (RFC 6901). */
  readonly pointer: string;
  readonly test:
    | { readonly kind: "equals"; readonly value: unknown }
    | { readonly kind: "absent" }
    | { readonly kind: "present" };
}

/** The `x-platform-*` fields of an operation, merged with the toolkit's. */
export interface ExecutionRules {
  readonly success: readonly SuccessCondition[];
  /** JSON Pointers to the message of a failure, tried in order. */
  readonly errorMessages: readonly string[];
  /** JSON Pointer to the part of the response that is the tool's result; `""` for the whole response. */
  readonly result: string;
  /** True when the call may be repeated after a network failure. */
  readonly isSafe: boolean;
  readonly graphql?: { readonly query: string };
  readonly mime?: MimeRule;
  readonly file?: FileRule;
  /** True when nested members of a form body are written as `a[b]` and items as `a[0]`. */
  readonly formBrackets: boolean;
  /** Renames and moves members of the body: from the name to a JSON Pointer into the sent body. */
  readonly members: ReadonlyMap<string, string>;
}

/** The answer is JSON with the bytes of a file, which becomes the result. */
export interface FileRule {
  /** The member of the answer with the bytes, in base64 or base64url. */
  readonly member: string;
  /** Query parameters with the name and the media type of the file, which are not sent. */
  readonly name: string;
  readonly mimetype: string;
}

/** Builds a MIME message from members of the body (RFC 5322, RFC 2045, base64url). */
export interface MimeRule {
  /** JSON Pointer into the sent body. */
  readonly target: string;
}
