import type { Header, Parameter, RequestBody, Response, Use } from "./content.ts";
import type { Location } from "./location.ts";
import type { Schema } from "./schema.ts";

export type {
  ArrayFormat,
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
  /** Set when the document describes credentials and never says which operations need them. */
  readonly assumedSecurity?: AssumedSecurity;
}

/**
 * The credentials that callers send with every operation of a document that has security schemes, and writes `security`
 * nowhere, not even an empty one: those of any scheme. `Operation.security` is empty there, and servers ask for none.
 */
export interface AssumedSecurity {
  /** The place of the schemes. */
  readonly location: Location;
  readonly security: readonly SecurityRequirement[];
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
  readonly description?: string;
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
  /**
   * The parameters of this operation: its own, then those of the path item that it does not override. Without the headers that
   * OpenAPI ignores.
   */
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
 * `x-pagination`: where a request carries the cursor, the number of the page or the offset, and where the response holds
 * the items and what leads to the next page. Places in requests are `query.<name>` or `body.<name>`, places in responses
 * are JSON Pointers.
 */
export interface Pagination {
  /** `link` follows the `Link` header of answers, and `url` the URL at `next`. */
  readonly type: "cursor" | "page" | "offset" | "link" | "url";
  /** Into the answer. */
  readonly items: string;
  /** Into the request. */
  readonly cursor?: string;
  /** Into the response: the next cursor, or the next URL. A null or absent value ends the list. */
  readonly next?: string;
  /** Into the last item of the response: the next cursor. */
  readonly last?: string;
  /** Into the request. */
  readonly page?: string;
  /** Into the request: the number of items before the page. */
  readonly offset?: string;
  /** Into the answer: the number of pages. */
  readonly totalPages?: string;
  /** Into the answer: the number of items of all pages. */
  readonly total?: string;
  /** Into the answer: true when there are further pages. */
  readonly more?: string;
  /** Into the request: the size of a page. */
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
