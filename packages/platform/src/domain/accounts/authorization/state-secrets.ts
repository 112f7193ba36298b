import { z } from "zod";
import type { SecretPlace } from "../../../secrets/secrets.ts";
import type { Scope } from "../../scope.ts";

/** The decrypted secrets of a `state`. */
export interface StateSecrets {
  readonly codeVerifier: string;
}

const shape = z.object({ codeVerifier: z.string() });

/** Seals a state's secrets in an envelope that is bound to its row. */
export async function sealState(scope: Scope, id: string, secrets: StateSecrets): Promise<string> {
  return await scope.platform.secrets.seal(scope.trx, placeStateSecrets(scope, id), secrets);
}

/** The secrets of a state; @throws SecretUnreadableError */
export async function openState(scope: Scope, id: string, envelope: string): Promise<StateSecrets> {
  return shape.parse(
    await scope.platform.secrets.open(scope.trx, placeStateSecrets(scope, id), envelope),
  );
}

function placeStateSecrets(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "oauth_states", row, field: "secrets" };
}
