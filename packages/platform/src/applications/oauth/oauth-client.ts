import type { EgressProxy } from "../../base/egress/egress-request.ts";
import type { OAuth2Settings } from "../toolkits/types/auth-types.ts";

/** The OAuth client of an account, and the settings of its server. Contains secrets. */
export interface OauthClient {
  readonly toolkitSlug: string;
  readonly mode: string;
  readonly settings: OAuth2Settings;
  readonly clientId: string;
  /** Absent for public clients. */
  readonly clientSecret: string | undefined;
  /** The requested scopes. */
  readonly scopes: readonly string[];
  /** Values for the `{variables}` in the settings' addresses, which `fillAddress` fills. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly proxy: EgressProxy | undefined;
}
