import type { AuthConfigSecrets } from "../../domain/accounts/auth-configs/auth-config-secrets.ts";
import { toEgressProxy } from "../../domain/accounts/auth-configs/egress-proxy.ts";
import type { ConnectionPlan } from "../../domain/accounts/connected-accounts/plan-connection.ts";
import type { Values } from "../../domain/fields/masking.ts";
import { separateConnections } from "../../egress/for-project.ts";
import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import type { ToolOutcome } from "../../execution/execution-types.ts";
import { runExecution } from "../../execution/run-execution.ts";
import { refreshTokens } from "../../oauth/token-requests.ts";
import type { AuthScheme } from "../../toolkits/types/auth-types.ts";
import { classifyOutsideFailure } from "../outside-failure.ts";
import type { Services } from "../services.ts";

/**
 * The application's verdict on credentials. `unknown`: it did not answer, or failed. `untried`: the toolkit names no
 * request that could try them. `busy`: the project has no free slot for the call.
 */
export type Trial = "accepted" | "refused" | "unknown" | "untried" | "busy";

/** Credentials that an account's requests carry. */
interface Credentials {
  readonly scheme: AuthScheme;
  /** `state.val`, merged over the values that the auth config shares. Secrets. */
  readonly values: Values;
  readonly proxy: AuthConfigSecrets["proxy_config"];
}

/** Milliseconds. A user is waiting in front of a form. */
const trialMs = 15_000;

/**
 * Tries credentials with the toolkit's verification request, if it names one. The application's message is not passed
 * on, because some applications repeat the refused key in it.
 */
export async function tryCredentials(
  services: Services,
  projectId: string,
  { scheme, values, proxy }: Credentials,
): Promise<Trial> {
  const { testTool } = scheme;
  const tool =
    testTool === undefined
      ? undefined
      : await (await services.catalogs.open({ projectId })).findTool(testTool);
  if (tool === undefined) {
    return "untried";
  }
  const account = { scheme, values };
  const egress = separateConnections(services.egress, projectId, "calls");
  const context = { egress: withProxy(egress, toEgressProxy(proxy)), timeout: trialMs };
  return await tryInSlot(services, projectId, async () => {
    try {
      return judgeTrial(await runExecution({ tool, arguments: {}, account }, context));
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      // Some schemes fetch their tokens later, so they have no credentials to try yet.
      return error.slug === "ToolExecution_AccountNotActive" ? "untried" : "unknown";
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
  call: () => Promise<Trial>,
): Promise<Trial> {
  try {
    return await executions.run(projectId, call);
  } catch (error) {
    if (error instanceof PlatformError && error.slug === "ToolExecution_TooManyAtOnce") {
      return "busy";
    }
    throw error;
  }
}

/** Tries a connection before it is stored, with all values that its requests would carry. */
export async function tryConnection(
  services: Services,
  projectId: string,
  plan: ConnectionPlan,
): Promise<Trial> {
  const { credentials, shared_credentials: shared, proxy_config: proxy } = plan.authConfigSecrets;
  const values = { ...credentials, ...shared, ...plan.values };
  return plan.scheme.mode === "S2S_OAUTH2"
    ? await tryClient(services, projectId, { plan, values })
    : await tryCredentials(services, projectId, { scheme: plan.scheme, values, proxy });
}

/** Tries an OAuth client by fetching its first token, which is thrown away. */
async function tryClient(
  services: Services,
  projectId: string,
  { plan, values }: { readonly plan: ConnectionPlan; readonly values: Values },
): Promise<Trial> {
  const { toolkit, scheme, authConfigSecrets } = plan;
  const { oauth2: settings, mode } = scheme;
  if (settings === undefined) {
    return "untried";
  }
  const { credentials, proxy_config: proxy } = authConfigSecrets;
  const { scopes } = credentials;
  const client = {
    toolkitSlug: toolkit.slug,
    mode,
    settings,
    clientId: String(values.client_id),
    clientSecret: typeof values.client_secret === "string" ? values.client_secret : undefined,
    scopes: Array.isArray(scopes) ? scopes.map(String) : settings.defaultScopes,
    values,
    proxy: toEgressProxy(proxy),
  };
  const grant = { client, val: values, grant: "client_credentials" } as const;
  const egress = separateConnections(services.egress, projectId, "tokens");
  return await tryInSlot(services, projectId, async () => {
    try {
      await refreshTokens(egress, grant, AbortSignal.timeout(trialMs));
      return "accepted";
    } catch (error) {
      return classifyOutsideFailure(error)?.kind === "ended" ? "refused" : "unknown";
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
