import type { MediaType, Operation, Schema } from "specwright";
import type { Schemas } from "../../api-types.ts";
import type { ToolkitDefinition } from "./catalog-types.ts";

/** The part of a tool that stays in memory: enough to list, filter and find it, without its schemas. */
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
  /** Phrases with which people ask for this tool, such as "send an email". */
  readonly searchPhrases: readonly string[];
}

/** A tool at one version: its record for the wire, and the rest that an execution needs. */
export interface ToolDefinition extends ToolOutline {
  readonly toolkit: ToolkitDefinition;
  readonly record: Schemas["Tool"];
  readonly operation: Operation;
  /** Where each argument goes, in the order of `input_parameters`. */
  readonly inputs: readonly ToolInput[];
  /** The body that is sent; absent when the operation has none. */
  readonly body?: ToolBody;
  readonly rules: ExecutionRules;
}

/** One argument. */
export interface ToolInput {
  /** The name of the argument. */
  readonly name: string;
  readonly required: boolean;
  /** The default of the schema of a required parameter, sent when the caller leaves the argument out. */
  readonly fallback?: { readonly value: unknown };
  readonly schema: Schema;
  /** The place of the argument in the request: a parameter, a member of the body, or the whole body. */
  readonly target:
    | { readonly kind: "parameter"; readonly index: number }
    | { readonly kind: "member"; readonly name: string }
    | { readonly kind: "wholeBody" };
}

/** How the body of a request is made. */
export interface ToolBody {
  readonly mediaType: MediaType;
  readonly required: boolean;
  /** The schema that the body is checked against as a whole; absent for anything. */
  readonly schema?: Schema;
}

/** The base URL with its variables, and the other hosts that may be called. */
export interface ToolkitServer {
  /** Without a slash at the end; `{variables}` are filled from `state.val`. */
  readonly url: string;
  /** Variables with their defaults; undefined for a variable without a default. */
  readonly variables: ReadonlyMap<string, string | undefined>;
  /** Hosts beside the base URL's that the proxy may call, without port. */
  readonly allowedHosts: readonly string[];
  /** Sent with every request, such as a version of the API. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A condition that a successful answer fulfils, for applications that answer 200 to failures as well. */
export interface SuccessCondition {
  /** JSON Pointer into the answer (RFC 6901). */
  readonly pointer: string;
  readonly test:
    | { readonly kind: "equals"; readonly value: unknown }
    | { readonly kind: "absent" }
    | { readonly kind: "present" };
}

/** The `x-platform-*` fields of an operation, resolved with the toolkit's. */
export interface ExecutionRules {
  readonly success: readonly SuccessCondition[];
  /** JSON Pointers that are tried for the message of a failure. */
  readonly errorMessages: readonly string[];
  /** The part of the answer that is the tool's result; `""` for all of it. */
  readonly result: string;
  /** True when the call may be repeated after it failed on the way. */
  readonly isSafe: boolean;
  readonly graphql?: { readonly query: string };
  readonly mime?: MimeRule;
  /** Nested members of form bodies as `a[b]`, items as `a[0]`. */
  readonly formBrackets: boolean;
  /** Renames and moves body members: name to JSON Pointer in the body that is sent. */
  readonly members: ReadonlyMap<string, string>;
}

/** Which body members become a MIME message, and where it is put (RFC 5322, RFC 2045, base64url). */
export interface MimeRule {
  /** JSON Pointer in the body that is sent. */
  readonly target: string;
}
