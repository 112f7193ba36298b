import { getConnectedAccount } from "../domain/accounts/connected-accounts/read-connected-accounts.ts";
import { createConnectionLink } from "../domain/accounts/connecting/create-connected-account.ts";
import { type LinkPlace, locateLink } from "../domain/accounts/connecting/links.ts";
import type { DomainFixture } from "./domain-fixture.ts";

/** Links of the fixture's project, and the states of their accounts. */
export interface LinkFixture {
  /** A link for `user-1` that leads back to `https://app.example.com/done`. */
  link(
    authConfigId: string,
  ): Promise<{ readonly place: LinkPlace; readonly accountId: string; readonly token: string }>;
  readAccountStatus(accountId: string): Promise<string>;
}

/** Short ways to work with links. */
export function createLinkFixture(fixture: DomainFixture): LinkFixture {
  return {
    link: async (auth_config_id) => {
      const made = await fixture.run((scope) =>
        createConnectionLink(scope, {
          auth_config_id,
          user_id: "user-1",
          callback_url: "https://app.example.com/done",
        }),
      );
      const place = await locateLink(fixture.platform, made.link_token);
      return { place, accountId: made.connected_account_id, token: made.link_token };
    },
    readAccountStatus: async (id) =>
      (await fixture.run((scope) => getConnectedAccount(scope, id))).status,
  };
}
