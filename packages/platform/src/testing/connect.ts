import type { Schemas } from "../base/api-types.ts";
import { createConnectedAccount } from "../domain/accounts/connecting/create-connected-account.ts";
import type { Values } from "../domain/fields/masking.ts";
import type { DomainFixture } from "./domain-fixture.ts";

/** The API key of accounts in tests. Tests search for it in places where it must not be. */
export const accountKey = "canary-key-of-the-user-7c5d9e1f";

/** Connects an account in the fixture's project. Without values, its connection begins empty. */
export type Connect = (
  authConfigId: string,
  val: Values | undefined,
  rest?: Omit<Schemas["ConnectionInput"], "state">,
  authScheme?: Schemas["AuthScheme"],
) => Promise<Schemas["CreateConnectedAccountResponseOutput"]>;

/** Creates a short way to connect accounts, with an API key by default. */
export function createConnect({ run }: DomainFixture): Connect {
  return (id, val, rest = {}, authScheme = "API_KEY") =>
    run((scope) =>
      createConnectedAccount(scope, {
        auth_config: { id },
        connection: {
          ...rest,
          ...(val === undefined
            ? {}
            : { state: { authScheme, val: { status: "ACTIVE", ...val } } }),
        },
      }),
    );
}
