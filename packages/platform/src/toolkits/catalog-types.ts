import type { SecurityScheme } from "specwright";
import type { AuthField, AuthMode, AuthScheme } from "./auth-types.ts";
import type { ToolDefinition, ToolkitServer } from "./tool-types.ts";

/** A category of toolkits, as the wire has it. */
export interface Category {
  /** Lower case with hyphens. */
  readonly id: string;
  /** The same as `id`. */
  readonly slug: string;
  readonly name: string;
}

/** Whether something is going to be taken away. */
export type CatalogStatus = "active" | "deprecated";

/** `Toolkit` of spec/schemas/toolkits.yaml. */
export interface ToolkitRecord {
  readonly slug: string;
  readonly name: string;
  readonly auth_schemes: readonly AuthMode[];
  readonly platform_managed_auth_schemes: readonly AuthMode[];
  readonly is_local_toolkit: false;
  readonly no_auth: boolean;
  readonly status: CatalogStatus;
  readonly enabled: true;
  readonly deprecated: { readonly toolkitId: string };
  readonly meta: {
    readonly created_at: string;
    readonly updated_at: string;
    readonly description: string;
    readonly logo: string;
    readonly app_url: string | null;
    readonly categories: readonly Category[];
    readonly triggers_count: number;
    readonly tools_count: number;
    readonly version: string;
  };
}

/** `ToolkitDetail` of spec/schemas/toolkits.yaml. */
export interface ToolkitDetailRecord extends ToolkitRecord {
  readonly base_url: string;
  /** Absent when no scheme can be tried. */
  readonly get_current_user_endpoint?: string;
  readonly get_current_user_endpoint_method?: string;
  readonly auth_config_details: readonly AuthDetail[];
  readonly meta: ToolkitRecord["meta"] & { readonly available_versions: readonly string[] };
}

/** `ToolkitAuthConfigDetail`. */
export interface AuthDetail {
  readonly name: string;
  readonly mode: AuthMode;
  readonly fields: {
    readonly auth_config_creation: AuthDetailGroup;
    readonly connected_account_initiation: AuthDetailGroup;
  };
}

/** `ToolkitAuthFieldGroup`. */
export interface AuthDetailGroup {
  readonly required: readonly AuthDetailField[];
  readonly optional: readonly AuthDetailField[];
}

/** `ToolkitAuthField`: the default is text, and each field says itself whether it is required. */
export interface AuthDetailField extends Omit<AuthField, "default"> {
  readonly required: boolean;
  readonly default: string | null;
}

/** `Tool` of spec/schemas/tools.yaml. */
export interface ToolRecord {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly toolkit: { readonly slug: string; readonly name: string; readonly logo: string };
  readonly input_parameters: Readonly<Record<string, unknown>>;
  readonly output_parameters: Readonly<Record<string, unknown>>;
  readonly no_auth: boolean;
  readonly available_versions: readonly string[];
  readonly version: string;
  readonly scopes: readonly string[];
  readonly tags: readonly string[];
  readonly is_deprecated: boolean;
  readonly status: CatalogStatus;
  readonly enabled: true;
  readonly deprecated: {
    readonly displayName: string;
    readonly version: string;
    readonly available_versions: readonly string[];
    readonly is_deprecated: boolean;
    readonly toolkit: { readonly logo: string };
  };
}

/** Which versions are meant: `latest`, or a version (or `latest`) for each toolkit slug; others are at their latest. */
export type ToolkitVersions = string | Readonly<Record<string, string>>;

/** Filters of `GET /toolkits`; they hold together. */
export interface ToolkitFilter {
  /** Only these slugs; unknown ones are left out, and deprecated ones are found. */
  readonly slugs?: readonly string[];
  /** The id or the name of a category. */
  readonly category?: string;
  readonly search?: string;
  readonly includeDeprecated?: boolean;
  readonly managedBy?: "platform" | "all" | "project";
  /** Default `usage`. */
  readonly sortBy?: "usage" | "alphabetically";
  /** Executions of the project in the last 30 days by toolkit slug, for `usage`. */
  readonly usage?: ReadonlyMap<string, number>;
}

/** Filters of `GET /tools`; they hold together. */
export interface ToolFilter {
  readonly toolkitSlug?: string;
  readonly toolSlugs?: readonly string[];
  /** At least one of these. */
  readonly tags?: readonly string[];
  /** At least one of these. */
  readonly scopes?: readonly string[];
  readonly search?: string;
  readonly includeDeprecated?: boolean;
  readonly toolkitVersions?: ToolkitVersions;
}

/** One toolkit at one version, with what connecting and executing need beyond the record. */
export interface ToolkitDefinition {
  readonly slug: string;
  readonly version: string;
  readonly record: ToolkitDetailRecord;
  /** The auth schemes in the document's order; empty when the toolkit needs none. */
  readonly authSchemes: readonly AuthScheme[];
  /** Whether the toolkit is marked as deprecated. */
  readonly isDeprecated: boolean;
  /** What the base URL is made of, and what may be called beside it. */
  readonly server: ToolkitServer;
  /** Security schemes of the document by name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Tools by slug, in the document's order. */
  readonly tools: ReadonlyMap<string, ToolDefinition>;
}

/**
 * The toolkits that a project sees, in memory. Lists are whole and ordered; the caller cuts pages out of them.
 * A slug that is not found is thrown as the PlatformError of the wire, unless the method begins with `find`.
 */
export interface ToolkitCatalog {
  /** A toolkit, at its latest version unless one is given; undefined when there is none. */
  findToolkit(slug: string, version?: string): ToolkitDefinition | undefined;
  /** @throws PlatformError `Toolkit_NotFound` */
  getToolkit(slug: string): ToolkitDefinition;
  /** @throws PlatformError `Toolkit_CategoryNotFound` */
  listToolkits(filter?: ToolkitFilter): readonly ToolkitRecord[];
  /** By name. */
  listCategories(): readonly Category[];
  /** A tool at its latest version; undefined when there is none. */
  findTool(slug: string): ToolDefinition | undefined;
  /**
   * A tool. `version` wins over `toolkitVersions`.
   *
   * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`
   */
  getTool(
    slug: string,
    select?: { readonly version?: string; readonly toolkitVersions?: ToolkitVersions },
  ): ToolDefinition;
  /**
   * Tools by slug, or with `search` the best matches first.
   *
   * @throws PlatformError `Toolkit_NotFound`, `Tool_VersionNotFound`
   */
  listTools(filter?: ToolFilter): readonly ToolRecord[];
  /** The slugs of all tools that are not deprecated, at the latest versions, in alphabetical order. */
  listToolSlugs(): readonly string[];
}
