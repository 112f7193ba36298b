import type { ToolOutcome } from "../../applications/execution/execution-types.ts";
import { runExecution } from "../../applications/execution/run-execution.ts";
import { readIdentity } from "../../applications/oauth/identity.ts";
import { type RefreshGrant, refreshTokens } from "../../applications/oauth/token-requests.ts";
import { authSchemes } from "../../applications/toolkits/types/auth-schemes.ts";
import type { AuthScheme } from "../../applications/toolkits/types/auth-types.ts";
import type { EgressProxy } from "../../base/egress/egress-request.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import { withProxy } from "../../base/egress/with-proxy.ts";
import { PlatformError } from "../../base/errors.ts";
import { toEgressProxy } from "../../domain/accounts/auth-configs/egress-proxy.ts";
import {
  type GivenTokens,
  isInFuture,
  toGivenTokens,
} from "../../domain/accounts/connected-accounts/given-tokens.ts";
import type { ConnectionPlan } from "../../domain/accounts/connected-accounts/plan-connection.ts";
import { readPlannedClient } from "../../domain/accounts/connected-accounts/read-oauth-client.ts";
import type { TriedCredentials } from "../../domain/accounts/connecting/create-connected-account.ts";
import type { Values } from "../../domain/fields/masking.ts";
import { runInProject } from "../../domain/scope.ts";
import { classifyOutsideFailure } from "../outside-failure.ts";
import type { Services } from "../services.ts";

/**
 * The application's verdict on credentials. `unknown`: it did not answer, or failed. `untried`: the toolkit names no
 * request that could try them. `busy`: the project has no free slot for the call.
 */
export type Trial = "accepted" | "refused" | "unknown" | "untried" | "busy";

/** The verdict, and what was learned when the credentials were tried. */
export interface TriedConnection extends TriedCredentials {
  readonly trial: Trial;
}

/** Credentials that an account's requests carry. */
interface Credentials {
  readonly scheme: AuthScheme;
  /** `state.val`, merged over the values that the auth config shares. Secrets. */
  readonly values: Values;
  readonly proxy: EgressProxy | undefined;
  /** Milliseconds in which the application has to answer. Default: 15 s, while a user waits in front of a form. */
  readonly timeoutMs?: number;
}

const trialMs = 15_000;

/**
 * Tries credentials with the toolkit's verification request, if it names one. The application's message is not passed
 * on, because some applications repeat the refused key in it.
 */
export async function tryCredentials(
  services: Services,
  projectId: string,
  { scheme, values, proxy, timeoutMs = trialMs }: Credentials,
): Promise<TriedConnection> {
  const { testTool } = scheme;
  const catalog = await services.catalogs.open({ projectId });
  const tool = testTool === undefined ? undefined : await catalog.findTool(testTool);
  if (tool === undefined) {
    return conclude("untried");
  }
  const account = { scheme, values };
  // An operation that was chosen by rule may need a permission that good credentials do not have.
  const isChosen = !catalog.isShipped(tool.toolkit.slug);
  const egress = separateConnections(services.egress, projectId, "calls");
  const context = { egress: withProxy(egress, proxy), timeout: timeoutMs };
  return await tryInSlot(services, projectId, async () => {
    try {
      const outcome = await runExecution({ tool, arguments: {}, account }, context);
      const { successful, data, trace } = outcome;
      return isChosen && trace.status === 403
        ? conclude("unknown")
        : { trial: judgeTrial(outcome), identity: successful ? readIdentity(data) : null };
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      // Some schemes fetch their tokens later, so they have no credentials to try yet.
      return conclude(error.slug === "ToolExecution_AccountNotActive" ? "untried" : "unknown");
    }
  });
}

/** @throws PlatformError `Request_RateLimited` for a `busy` trial, for callers that can repeat their request */
export function assertNotBusy(trial: Trial): void {
  if (trial === "busy") {
    const words = {
      message: "Too many executions of the project run at the same time.",
      suggestedFix: "Wait until one of them has ended, then send the request again.",
    };
    throw new PlatformError("Request_RateLimited", { words, retryAfterSeconds: 1 });
  }
}

/** Runs a trial in one of the project's slots, because it holds a connection for up to 15 s, as an execution does. */
async function tryInSlot(
  { executions }: Services,
  projectId: string,
  call: () => Promise<TriedConnection>,
): Promise<TriedConnection> {
  try {
    return await executions.run(projectId, call);
  } catch (error) {
    if (error instanceof PlatformError && error.slug === "ToolExecution_TooManyAtOnce") {
      return conclude("busy");
    }
    throw error;
  }
}

function conclude(trial: Trial): TriedConnection {
  return { trial, identity: null };
}

/** Tries a connection before it is stored, with all values that its requests would carry. */
export async function tryConnection(
  services: Services,
  projectId: string,
  plan: ConnectionPlan,
): Promise<TriedConnection> {
  if (authSchemes[plan.scheme.mode].flow === "clientCredentials") {
    return await tryGrant(services, projectId, plan, "client_credentials");
  }
  const { tokens } = plan;
  return tokens === undefined
    ? await tryValues(services, projectId, plan, {})
    : await tryTokens(services, projectId, plan, tokens);
}

/** Tries given tokens. An access token that is missing, has expired or is refused is renewed first, if that is possible. */
async function tryTokens(
  services: Services,
  projectId: string,
  plan: ConnectionPlan,
  { val, end }: GivenTokens,
): Promise<TriedConnection> {
  const lasts = await runInProject(services.platform, projectId, (scope) =>
    isInFuture(scope, end, trialMs),
  );
  if (typeof val.access_token === "string" && lasts) {
    const tried = await tryValues(services, projectId, plan, val);
    if (tried.trial !== "refused" || typeof val.refresh_token !== "string") {
      return tried;
    }
  }
  if (typeof val.refresh_token !== "string") {
    return conclude("refused");
  }
  const renewed = await tryGrant(services, projectId, plan, "refresh_token");
  if (renewed.trial !== "accepted" || renewed.tokens === undefined) {
    return renewed;
  }
  const tokens = { ...renewed.tokens, val: { ...val, ...renewed.tokens.val } };
  const tried = await tryValues(services, projectId, plan, tokens.val);
  // The token endpoint has accepted the grant, even if nothing else can be tried.
  return { ...tried, trial: tried.trial === "refused" ? "refused" : "accepted", tokens };
}

async function tryValues(
  services: Services,
  projectId: string,
  { scheme, values: own, authConfigSecrets }: ConnectionPlan,
  tokens: Values,
): Promise<TriedConnection> {
  const { credentials, shared_credentials: shared, proxy_config: proxy } = authConfigSecrets;
  const values = { ...credentials, ...shared, ...own, ...tokens };
  return await tryCredentials(services, projectId, { scheme, values, proxy: toEgressProxy(proxy) });
}

/** Tries an OAuth grant by fetching tokens with it. */
async function tryGrant(
  services: Services,
  projectId: string,
  plan: ConnectionPlan,
  grant: RefreshGrant["grant"],
): Promise<TriedConnection> {
  const client = await runInProject(services.platform, projectId, async (scope) =>
    readPlannedClient(scope, plan),
  );
  const val = { ...client.values, ...plan.tokens?.val };
  const egress = separateConnections(services.egress, projectId, "tokens");
  return await tryInSlot(services, projectId, async () => {
    try {
      const signal = AbortSignal.timeout(trialMs);
      const tokens = await refreshTokens(egress, { client, val, grant }, signal);
      return { ...conclude("accepted"), tokens: toGivenTokens(tokens) };
    } catch (error) {
      return conclude(classifyOutsideFailure(error)?.kind === "ended" ? "refused" : "unknown");
    }
  });
}

/**
 * Judges a trial. 401 and 403 refuse the credentials, and so does a 2XX response that fails the tool's own
 * conditions: Slack answers 200 with `ok: false`.
 */
function judgeTrial({ successful, trace }: ToolOutcome): Trial {
  if (successful) {
    return "accepted";
  }
  const { status } = trace;
  return status === 401 || status === 403 || (status >= 200 && status < 300)
    ? "refused"
    : "unknown";
}
