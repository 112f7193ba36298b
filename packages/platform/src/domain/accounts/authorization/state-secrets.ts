import { z } from "zod";
import type { SecretPlace } from "../../../base/secrets/secrets.ts";
import type { Scope } from "../../scope.ts";

/**
 * All that an authorization began with, as one sealed record. Its answer is accepted for exactly this: a document that
 * changed meanwhile cannot send the code and the verifier to another token endpoint.
 */
export interface StateSecrets {
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly clientId: string;
  readonly tokenEndpoint: string;
  /** The `iss` that the answer must have (RFC 9207); null when the toolkit does not name its issuer. */
  readonly issuer: string | null;
  /** Without an issuer, an `iss` that is sent must have this origin: that of the authorization endpoint. */
  readonly authorizationOrigin: string;
}

const shape: z.ZodType<StateSecrets> = z.object({
  codeVerifier: z.string(),
  redirectUri: z.string(),
  clientId: z.string(),
  tokenEndpoint: z.string(),
  issuer: z.string().nullable(),
  authorizationOrigin: z.string(),
});

/** Seals a state's record in an envelope that is bound to its row. */
export async function sealState(scope: Scope, id: string, secrets: StateSecrets): Promise<string> {
  return await scope.platform.secrets.seal(scope.trx, placeStateSecrets(scope, id), secrets);
}

/** Opens the record of a state; @throws SecretUnreadableError */
export async function openState(scope: Scope, id: string, envelope: string): Promise<StateSecrets> {
  const opened = await scope.platform.secrets.open(
    scope.trx,
    placeStateSecrets(scope, id),
    envelope,
  );
  return shape.parse(opened);
}

function placeStateSecrets(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "oauth_states", row, field: "secrets" };
}
