import type { Schemas } from "../base/api-types.ts";

/** The secret of `ownClient`. Tests search for it in places where it must not be. */
export const ownClientSecret = "canary-secret-4f1d2c7b9e8a";

/** An auth config with the project's own OAuth 2 client. */
export const ownClient: Schemas["CustomAuthConfigInput"] = {
  type: "use_custom_auth",
  authScheme: "OAUTH2",
  credentials: {
    client_id: "Iv1.8a61f9b3",
    client_secret: ownClientSecret,
    scopes: "repo, read:user repo",
  },
};
