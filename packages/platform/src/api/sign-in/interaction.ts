import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import type { Services } from "../../actions/services.ts";
import { PlatformError } from "../../base/errors.ts";
import { nameMcpEndpoint } from "../../domain/agents/name-mcp-endpoint.ts";
import { parseResource, toolsScope } from "../../domain/mcp-sign-in/mcp-resource.ts";
import { runInRows } from "../../domain/mcp-sign-in/run-in-rows.ts";
import type { SignInProject } from "../../domain/projects/read-sign-in.ts";
import { assertOwnForm } from "../handlers/connected-accounts/own-form.ts";
import type { HostedPage } from "../handlers/hosted-pages/page.ts";
import { createConsentPage, createRefusedPage } from "./consent-page.ts";
import { verifyHandOver, writeHandOverUrl } from "./hand-over.ts";
import { beginOidc, completeOidc } from "./oidc-sign-in.ts";
import { SignInRefusedError } from "./sign-in-error.ts";

/** A request to the pages of a sign-in. */
export interface InteractionRequest {
  readonly services: Services;
  readonly provider: Provider;
  readonly project: SignInProject;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The path below the issuer, such as `/interaction/abc/allow`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const interactionPath = /^\/interaction\/([A-Za-z0-9_-]{16,64})(\/allow|\/decline|\/return)?$/;

/**
 * Answers the pages between the request of a client and its code: the way to the sign-in and back, and the consent. Returns false for
 * other paths.
 *
 * oidc-provider finds the interaction by a signed cookie, so a page works only in the browser in which it began.
 */
export async function answerInteraction(request: InteractionRequest): Promise<boolean> {
  const { path, query, incoming, outgoing, provider } = request;
  if (path === "/callback") {
    returnToInteraction(request);
    return true;
  }
  const [, uid, step = ""] = interactionPath.exec(path) ?? [];
  const method = step === "/allow" || step === "/decline" ? "POST" : "GET";
  if (uid === undefined || incoming.method !== method) {
    return false;
  }
  const { services } = request;
  try {
    const details = await provider.interactionDetails(incoming, outgoing);
    if (details.uid !== uid) {
      throw new SignInRefusedError("the sign-in began in another tab or browser");
    }
    await answerStep(request, details, { step, query });
  } catch (error) {
    if (error instanceof PlatformError) {
      throw error;
    }
    const isRefused = error instanceof SignInRefusedError || isSessionLost(error);
    if (!isRefused) {
      services.warn("sign-in of an MCP client failed", { failure: error });
    }
    sendPage(outgoing, isRefused ? 403 : 502, describeRefusal(error, isRefused));
  }
  return true;
}

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

async function answerStep(
  request: InteractionRequest,
  details: Details,
  { step, query }: { readonly step: string; readonly query: URLSearchParams },
): Promise<void> {
  const { incoming, outgoing, provider, services } = request;
  const isLogin = details.prompt.name === "login";
  if (step === "" && isLogin) {
    redirect(outgoing, await beginSignIn(request, details.uid));
    return;
  }
  if (step === "/return" && isLogin) {
    const accountId = await completeSignIn(request, details.uid, query);
    await provider.interactionFinished(incoming, outgoing, {
      login: { accountId, remember: false },
    });
    return;
  }
  if (isLogin || step === "/return") {
    throw new SignInRefusedError("this step of the sign-in is over");
  }
  if (step === "") {
    sendPage(outgoing, 200, await createConsent(request, details));
    return;
  }
  assertOwnForm({ headers: readHeaders(incoming) }, services.platform.baseUrl);
  if (step === "/decline") {
    const refusal = { error: "access_denied", error_description: "the person declined" };
    await provider.interactionFinished(incoming, outgoing, refusal);
    return;
  }
  const { client_id: clientId, resource } = details.params;
  const grant = new provider.Grant({
    accountId: details.session?.accountId ?? "",
    clientId: String(clientId),
  });
  grant.addOIDCScope(toolsScope);
  grant.addResourceScope(String(resource), toolsScope);
  const grantId = await grant.save();
  await provider.interactionFinished(incoming, outgoing, { consent: { grantId } });
}

/** The address at which a person signs in. */
async function beginSignIn(request: InteractionRequest, uid: string): Promise<string> {
  const { project, services, provider } = request;
  const { signIn } = project;
  return signIn.type === "handover"
    ? writeHandOverUrl(signIn, uid)
    : await beginOidc(services, signIn, {
        projectId: project.id,
        request: uid,
        redirectUri: `${provider.issuer}/callback`,
      });
}

/** The user who came back; @throws SignInRefusedError */
async function completeSignIn(
  { project, services, provider }: InteractionRequest,
  uid: string,
  query: URLSearchParams,
): Promise<string> {
  const { signIn } = project;
  const { issuer } = provider;
  const user =
    signIn.type === "handover"
      ? await verifyHandOver(signIn, query.get("token") ?? "", { issuer, request: uid })
      : await completeOidc(
          services,
          signIn,
          { projectId: project.id, request: uid, redirectUri: `${issuer}/callback` },
          query,
        );
  // As `UserId` of the document, which all other ways to name a user are checked by.
  if (user === "" || user.length > 255 || user === "." || user === ".." || user.includes("\0")) {
    throw new SignInRefusedError("the user of the sign-in is not an id of at most 255 characters");
  }
  return user;
}

/**
 * Application and provider send every browser to one address, without the cookie of the interaction. It leads on to the address that
 * has the cookie, if this browser has one.
 */
function returnToInteraction({ query, outgoing, provider }: InteractionRequest): void {
  const uid = query.get("request") ?? query.get("state")?.split(".", 1)[0] ?? "";
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(uid)) {
    sendPage(
      outgoing,
      400,
      createRefusedPage({ error: "invalid_request", error_description: "request is missing" }),
    );
    return;
  }
  redirect(outgoing, `${provider.issuer}/interaction/${uid}/return?${query}`);
}

async function createConsent(
  { project, services, provider, path }: InteractionRequest,
  { params, session }: Details,
): Promise<HostedPage> {
  const clientId = String(params.client_id);
  const client = await provider.Client.find(clientId);
  const { platform } = services;
  const resource = parseResource(platform.baseUrl, String(params.resource));
  const endpointName =
    resource &&
    (await runInRows(platform, project.id, (scope) => nameMcpEndpoint(scope, resource)));
  if (client === undefined || endpointName === undefined || session === undefined) {
    throw new SignInRefusedError("the MCP server or its client was removed meanwhile");
  }
  const isUrl = URL.canParse(clientId);
  const host = isUrl ? new URL(clientId).host : undefined;
  return createConsentPage({
    project,
    clientName: client.clientName?.slice(0, 100) ?? host ?? "An MCP client",
    clientHost: host,
    redirectUri: String(params.redirect_uri),
    endpointName,
    userId: session.accountId,
    path: new URL(provider.issuer).pathname + path,
  });
}

/** oidc-provider found no interaction for the cookie of this browser. */
function isSessionLost(error: unknown): boolean {
  return error instanceof Error && error.name === "SessionNotFound";
}

function describeRefusal(error: unknown, isRefused: boolean): HostedPage {
  if (isSessionLost(error)) {
    const description = "the sign-in has ended, or began in another browser";
    return createRefusedPage({ error: "invalid_request", error_description: description });
  }
  return createRefusedPage(
    isRefused && error instanceof Error
      ? { error: "access_denied", error_description: error.message }
      : { error: "temporarily_unavailable", error_description: "the sign-in cannot be reached" },
  );
}

function readHeaders({ headers }: IncomingMessage): Headers {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Headers(Object.fromEntries(entries));
}

function redirect(outgoing: ServerResponse, location: string): void {
  outgoing.writeHead(303, { location, "cache-control": "no-store", "content-length": "0" }).end();
}

/** Sends a page. */
export function sendPage(
  outgoing: ServerResponse,
  status: number,
  { headers, body }: HostedPage,
): void {
  outgoing.writeHead(status, { ...headers, "content-type": "text/html; charset=utf-8" }).end(body);
}
