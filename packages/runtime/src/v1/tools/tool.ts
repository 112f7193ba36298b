import type { ApiPromise } from "../client/api-promise.ts";
import type { AuthOptions } from "../client/auth/credential.ts";
import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";

/**
 * The JSON Schema (2020-12) of a tool's arguments: one object. It is a type and not an interface, and its list can be
 * changed, because the packages of model vendors declare their schemas so.
 */
// biome-ignore lint/style/useConsistentTypeDefinitions: an interface does not fit their index signatures.
export type ToolInputSchema = {
  readonly type: "object";
  readonly properties: { readonly [name: string]: object };
  readonly required?: string[];
  readonly additionalProperties: false;
  readonly $defs?: { readonly [name: string]: object };
};

/** The effect of a tool on the service, in the words of the Model Context Protocol. */
export interface ToolAnnotations {
  /** A short title for people. */
  readonly title?: string;
  /** True when the tool changes nothing. */
  readonly readOnlyHint: boolean;
  /** True when the tool may replace or delete something. */
  readonly destructiveHint: boolean;
  /** True when a second call with the same arguments has no further effect. */
  readonly idempotentHint: boolean;
}

/** A tool as models see it: plain data. */
export interface ToolDefinition<Name extends string = string> {
  /** At most 64 characters of `[a-zA-Z0-9_-]`, unique among the tools of an API. */
  readonly name: Name;
  /** At most 1,024 characters. */
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
  readonly annotations: ToolAnnotations;
}

/** A tool with the operation that it calls. */
export interface ApiTool extends ToolDefinition {
  /** The name of the operation in the client. */
  readonly operation: string;
  readonly tags: readonly string[];
  /** The place of each argument in the operation's input. Default: the member with the argument's name. */
  readonly places?: Readonly<Record<string, readonly string[]>>;
  /** The arguments that are bytes. Models write them in base64. */
  readonly bytes?: readonly string[];
  /** The arguments that a command line takes by their position: those of the path, in its order. */
  readonly positions?: readonly string[];
  /** True when the operation needs a body and its members are arguments: a call without any sends `{}`. */
  readonly needsBody?: boolean;
  /** The security schemes whose credentials the operation takes. */
  readonly schemes?: readonly string[];
  readonly call: (
    transport: Transport,
    input: CallInput,
    options: CallOptions<AuthOptions>,
  ) => ApiPromise<unknown>;
}

/** The variables of the environment with the credential of a security scheme. */
export interface CredentialVariables {
  readonly scheme: string;
  /** The variable of a key or a token, or those of the user name and the password. */
  readonly variables: readonly [string] | readonly [string, string];
}

/** The tools of an API. */
export interface ToolApi {
  /** The name of a server with these tools, such as `museum`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** The document's server, when it is absolute. */
  readonly baseUrl?: string;
  /** The variable of the environment with the base URL, such as `MUSEUM_BASE_URL`. */
  readonly baseUrlVariable: string;
  readonly credentials: readonly CredentialVariables[];
  /** What a command line says of the operations of a tag, in a line, by the tag's name. */
  readonly tags?: Readonly<Record<string, string>>;
  /** True when a set has the tools that change something without being asked for. Default: false. */
  readonly write?: boolean;
  readonly tools: readonly ApiTool[];
}

/** Variables of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A file that a tool returned. */
export interface ToolFile {
  /** The media type, such as `image/png`. */
  readonly type: string;
  /** Its bytes in base64. */
  readonly data: string;
}

/** The result of a call. */
export interface ToolResult {
  /** The answer as text: JSON, or why the call failed. */
  readonly text: string;
  /** The answer as an object; a list or another value is its member `result`. Absent for a failure and a cut answer. */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly file?: ToolFile;
  readonly isError: boolean;
}
