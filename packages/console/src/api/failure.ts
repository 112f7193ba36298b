import {
  isApiConnectionError,
  isApiError,
  isApiTimeoutError,
} from "../../../../generated/client/index.js";

import { StatedError } from "./stated-error.ts";

/** A failure as pages explain it. */
export interface Failure {
  /** `refused`: the session may not do this. `offline`: the service was not reached. */
  readonly kind: "error" | "offline" | "refused";
  readonly title: string;
  readonly advice: string;
  /** One line for each part of the input that is wrong. */
  readonly details: readonly string[];
  readonly requestId: string | undefined;
}

interface Detail {
  readonly message?: string;
  readonly slug?: string;
  readonly suggested_fix?: string;
  readonly errors?: readonly string[];
}

/** Explains a failure to the person who looks at the page: what happened, and what to do. */
export function explainCallFailure(error: unknown): Failure {
  if (isApiConnectionError(error) || isApiTimeoutError(error)) {
    return {
      kind: "offline",
      title: "The service does not answer",
      advice:
        "Check that it runs and that this machine reaches it. The page tries again by itself.",
      details: [],
      requestId: undefined,
    };
  }
  if (error instanceof StatedError) {
    const { message: title, advice } = error;
    return { kind: "error", title, advice, details: [], requestId: undefined };
  }
  if (!isApiError(error)) {
    return {
      kind: "error",
      title: "The page has a fault",
      advice: "Load it again. If that does not help, report it with what you did.",
      details: [],
      requestId: undefined,
    };
  }
  const detail = readDetail(error);
  const { slug, message = error.message, suggested_fix: advice = "Try again." } = detail;
  if (slug === "Auth_ProjectKeyRequired") {
    return {
      kind: "refused",
      title: "This page needs a project",
      advice:
        "You are signed in with the key of an organization, and the project was deleted or not chosen. Choose one at the top of the page.",
      details: [],
      requestId: error.requestId,
    };
  }
  if (slug === "Auth_OrganizationKeyRequired") {
    return {
      kind: "refused",
      title: "This needs the key of an organization",
      advice:
        "You are signed in with the key of a project. Sign in with a key that begins with oak_.",
      details: [],
      requestId: error.requestId,
    };
  }
  return {
    kind: error.status === 401 || error.status === 403 ? "refused" : "error",
    title: message.replace(/\.$/, ""),
    advice,
    details: detail.errors ?? [],
    requestId: error.requestId,
  };
}

/** True when the session has ended, or there is none. */
export function isSessionOver(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}

/** True when what was asked for is not there any more. */
export function isNotFound(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 410);
}

/**
 * True when the session is not what this tab knows: another tab signed in again, so that this one has the token of the session before,
 * or the project of this tab was deleted.
 */
export function isSessionOutdated(error: unknown): boolean {
  const { slug } = isApiError(error) ? readDetail(error) : {};
  return slug === "Auth_CsrfTokenInvalid" || slug === "Auth_ProjectKeyRequired";
}

function readDetail({ body }: { readonly body: unknown }): Detail {
  // Every error of the document has this shape. A proxy in front may answer something else.
  return (body as { readonly error?: Detail } | undefined)?.error ?? {};
}
