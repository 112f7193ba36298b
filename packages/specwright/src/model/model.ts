import type { Header, Parameter, RequestBody, Response, Use } from "./content.ts";
import type { Location } from "./location.ts";
import type { Schema } from "./schema.ts";

export type {
  Encoding,
  Header,
  Link,
  MediaType,
  Parameter,
  ParameterLocation,
  ParameterStyle,
  RequestBody,
  Response,
  Use,
} from "./content.ts";
export type { Location } from "./location.ts";
export type {
  Direction,
  Discriminator,
  JsonType,
  Schema,
  SchemaReference,
} from "./schema.ts";

/**
 * The model of a document. Emitters read this and never the raw document. Everything is plain data in the document's
 * order. OpenAPI 3.0 is converted to 3.1, parameters of a path item are merged into its operations, and each reference
 * holds its target.
 */
export interface Model {
  /** The path of the root document as the user gave it, for headers and messages. */
  readonly source: string;
  /** The version that the document declares, such as `3.0.3` or `3.1.0`. */
  readonly openapi: string;
  /** `$self` (OpenAPI 3.2): the URI of the document, and the base of its relative references. */
  readonly self?: string;
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  /** Path items in the document's order. */
  readonly paths: readonly PathItem[];
  /** Path items of `webhooks`; `path` is the name of the webhook. */
  readonly webhooks: readonly PathItem[];
  /** Every operation of `paths`, in the document's order. */
  readonly operations: readonly Operation[];
  readonly components: Components;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
}

export interface Server {
  readonly url: string;
  /** OpenAPI 3.2. */
  readonly name?: string;
  readonly description?: string;
  /** Variables with their defaults. */
  readonly variables: ReadonlyMap<string, ServerVariable>;
}

export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
}

export interface Tag {
  readonly name: string;
  /** A short title (OpenAPI 3.2). */
  readonly summary?: string;
  readonly description?: string;
  /** The name of the parent tag (OpenAPI 3.2). */
  readonly parent?: string;
  /** The kind of the tag, such as `nav` (OpenAPI 3.2). */
  readonly kind?: string;
}

/**
 * Components by their original name, in the document's order. Parts of other files have the names that bundling gives
 * them.
 */
export interface Components {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly responses: ReadonlyMap<string, Response>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly requestBodies: ReadonlyMap<string, RequestBody>;
  readonly headers: ReadonlyMap<string, Header>;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  readonly pathItems: ReadonlyMap<string, PathItem>;
}

export interface PathItem {
  /** The path template as written, such as `/tools/{tool_slug}`. For a webhook, its name. */
  readonly path: string;
  readonly location: Location;
  readonly summary?: string;
  readonly description?: string;
  /** The parameters of the path item itself, as written. */
  readonly parameters: readonly Use<Parameter>[];
  readonly operations: readonly Operation[];
}

/** OpenAPI 3.2 added `query` and other methods. */
export type Method =
  | "get"
  | "put"
  | "post"
  | "delete"
  | "options"
  | "head"
  | "patch"
  | "trace"
  | "query"
  | (string & {});

export interface Operation {
  readonly location: Location;
  readonly method: Method;
  /** The path template, or the name of the webhook. */
  readonly path: string;
  /** The document's operationId; absent when it has none. */
  readonly operationId?: string;
  /** A unique name in the form of a method name: the operationId, or a name made from method and path. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  /** The parameters of this operation: its own, then those of the path item that it does not override. */
  readonly parameters: readonly Use<Parameter>[];
  /** Only the operation's own parameters, as written. Types are emitted from these. */
  readonly ownParameters: readonly Use<Parameter>[];
  readonly requestBody?: Use<RequestBody>;
  /** Responses by status, in the document's order: `200`, `4XX`, `default`. */
  readonly responses: ReadonlyMap<string, Use<Response>>;
  /**
   * Alternatives: a request has to fulfil one of them. Each is a set of schemes that are needed together. `[]` requires
   * no credential; an empty set among the alternatives makes credentials optional.
   */
  readonly security: readonly SecurityRequirement[];
  /** The absolute address of the operation's server or its path item's. Absent when the document's server is used. */
  readonly server?: string;
  /** The requests that the service sends to the caller later. */
  readonly callbacks: readonly Callback[];
  /** `x-raw-body`: handlers also receive the bytes of the body, so that they can verify a signature over them. */
  readonly isRawBodyKept?: true;
  /** `x-pagination`, if the document declares it. */
  readonly pagination?: Pagination;
  /** Every `x-` member, as written. */
  readonly extensions: ReadonlyMap<string, unknown>;
}

/** Requests that a service sends to its caller, at a URL that the caller provided. */
export interface Callback {
  readonly name: string;
  readonly location: Location;
  /** `path` is the runtime expression of the URL, such as `{$request.body#/url}`. */
  readonly pathItems: readonly PathItem[];
}

/** Scheme name to scopes. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/**
 * `x-pagination`: where a request carries the cursor or the page number, and where the response holds the items and the
 * next cursor.
 */
export interface Pagination {
  readonly type: "cursor" | "page";
  /** JSON Pointer into the answer. */
  readonly items: string;
  /** `query.<name>` or `body.<name>`. */
  readonly cursor?: string;
  /** JSON Pointer into the response. A null or absent value ends the list. */
  readonly next?: string;
  /** `query.<name>` or `body.<name>`. */
  readonly page?: string;
  /** JSON Pointer into the answer. */
  readonly totalPages?: string;
  readonly limit?: string;
}

export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly description?: string;
    }
  | {
      readonly type: "http";
      readonly scheme: string;
      readonly bearerFormat?: string;
      readonly description?: string;
    }
  | {
      readonly type: "oauth2";
      /** Flows by name as written, including `deviceAuthorization` of OpenAPI 3.2. */
      readonly flows: Readonly<Record<string, unknown>>;
      /** The URL of the authorization server's metadata (RFC 8414; OpenAPI 3.2). */
      readonly metadataUrl?: string;
      readonly description?: string;
    }
  | {
      readonly type: "openIdConnect";
      readonly openIdConnectUrl: string;
      readonly description?: string;
    }
  | { readonly type: "mutualTLS"; readonly description?: string };
