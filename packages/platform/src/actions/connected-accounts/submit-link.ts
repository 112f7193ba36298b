import { PlatformError } from "../../base/errors.ts";
import { beginAuthorization } from "../../domain/accounts/authorization/begin-authorization.ts";
import { declineLink } from "../../domain/accounts/authorization/decline-link.ts";
import { checkLinkFields, submitLinkFields } from "../../domain/accounts/connecting/link-fields.ts";
import { getLinkPage, type Party } from "../../domain/accounts/connecting/link-page.ts";
import type { LinkPlace } from "../../domain/accounts/connecting/links.ts";
import type { Values } from "../../domain/fields/masking.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { type TriedConnection, tryConnection } from "./try-credentials.ts";

/** A user's decision on the hosted page of a link. */
export interface LinkForm {
  /** `keep`: connect although the application could not be asked about the credentials. */
  readonly action: "connect" | "keep" | "decline";
  readonly fields: Values;
}

/** The next address for the user's browser. */
export type SubmittedLink =
  /** The application's sign-in. `state` and `browserToken` bind its response to this browser. Both are secrets. */
  | {
      readonly kind: "begun";
      readonly url: string;
      readonly state: string;
      readonly browserToken: string;
    }
  | {
      /** `unchecked`: the credentials are stored, and nothing could check them. */
      readonly kind: "success" | "unchecked" | "declined";
      readonly accountId: string;
      /** Null when the user ends on the service's closing page. */
      readonly callbackUrl: string | null;
      readonly toolkit: Party;
    };

/**
 * Completes a link with the form of its page. It stores the typed credentials once the application accepts them,
 * begins the sign-in at the application, or declines the link.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected`, `ConnectedAccount_CredentialsUnchecked`, and the
 *   errors of `getLinkPage`, `submitLinkFields`, `beginAuthorization` and `declineLink`
 */
export async function submitLink(
  services: Services,
  place: LinkPlace,
  form: LinkForm,
): Promise<SubmittedLink> {
  const { platform } = services;
  const { projectId, linkId } = place;
  const { action, fields } = form;
  const { redirects, toolkit } = await runInProject(platform, projectId, (scope) =>
    getLinkPage(scope, linkId),
  );
  if (action === "decline") {
    const end = await runInProject(platform, projectId, (scope) => declineLink(scope, linkId));
    return { kind: "declined", ...end, toolkit };
  }
  if (redirects) {
    const start = await runInProject(platform, projectId, (scope) =>
      beginAuthorization(scope, linkId, fields),
    );
    return { kind: "begun", ...start };
  }
  const { trial, identity } = await tryForm(services, place, form);
  const kind = trial === "accepted" ? "success" : "unchecked";
  const end = await runInProject(platform, projectId, (scope) =>
    submitLinkFields(scope, linkId, fields, { outcome: kind, identity }),
  );
  return { kind, ...end, toolkit };
}

/** Tries the typed credentials at the application, before anything is stored. */
async function tryForm(
  services: Services,
  { projectId, linkId }: LinkPlace,
  { action, fields }: LinkForm,
): Promise<TriedConnection> {
  const plan = await runInProject(services.platform, projectId, (scope) =>
    checkLinkFields(scope, linkId, fields),
  );
  const tried = await tryConnection(services, projectId, plan);
  const { trial } = tried;
  if (trial === "refused") {
    throw new PlatformError("ConnectedAccount_CredentialsRejected");
  }
  if ((trial === "unknown" || trial === "busy") && action !== "keep") {
    throw new PlatformError("ConnectedAccount_CredentialsUnchecked");
  }
  return tried;
}
