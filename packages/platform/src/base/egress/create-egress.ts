import type { Agent } from "undici";
import { waitOutside } from "../sharing/fairness/work.ts";
import { withSpan } from "../tracing/tracing.ts";
import { recognizeFamily } from "./addresses/address-ranges.ts";
import { type AllowList, parseAllowList } from "./addresses/allow-list.ts";
import { type CheckedUrl, checkUrl } from "./addresses/check-url.ts";
import { type Resolver, resolveChecked } from "./addresses/checked-lookup.ts";
import { type AgentPools, createAgentPools } from "./agents/agent-pools.ts";
import { createAgent, createConnector } from "./agents/create-agent.ts";
import { createProxyAgent } from "./agents/create-proxy-agent.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressProxy, EgressRequest } from "./egress-request.ts";
import { EgressResponse } from "./egress-response.ts";
import { limitBody } from "./limits/bounded-body.ts";
import { type Deadlines, startDeadlines } from "./limits/deadlines.ts";
import { defaultLimits, type EgressLimits, maximumRedirects } from "./limits/limits.ts";
import { createNameResolver } from "./names/create-name-resolver.ts";
import { followRedirect, type Hop } from "./next-hop.ts";
import { type HopAnswer, sendHop } from "./send-hop.ts";

/**
 * Makes a request and returns the response, whatever its status.
 *
 * @throws EgressError with the reason, also while the body is read
 */
export type EgressFetch = (url: string | URL, request?: EgressRequest) => Promise<EgressResponse>;

/** The way out with its check, and its end. */
export interface Egress extends EgressFetch {
  /**
   * Checks a URL as a request would, without making one: its text, and every address to which its name resolves.
   *
   * @throws EgressError with the reason
   */
  check(url: string): Promise<void>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** How requests may leave the process. */
export interface EgressOptions {
  /** CIDR ranges, addresses and host names that are exempt from the rules; from `PLATFORM_EGRESS_ALLOW`. */
  readonly allow?: readonly string[];
  readonly limits?: Partial<EgressLimits>;
  /** Default: the hosts file and the name servers of the system. */
  readonly resolve?: Resolver;
  /** Connections of one pool to one origin. Further requests of the pool wait for one of them. Default: 32. */
  readonly connectionsAnOrigin?: number;
}

interface Context {
  readonly allow: AllowList;
  readonly pools: AgentPools;
  readonly resolve: Resolver;
  readonly limits: EgressLimits;
}

/**
 * Creates the only way out of the process: tools, OAuth flows, webhooks and polls make every request through it. It
 * resolves each host once, checks each of its addresses, and connects to a checked one. A host therefore cannot pass
 * the check and then resolve to another address (DNS rebinding).
 *
 * @throws RangeError when `allow` cannot be read
 */
export function createEgress(options: EgressOptions = {}): Egress {
  const allow = parseAllowList(options.allow ?? []);
  const limits = { ...defaultLimits, ...options.limits };
  const resolve = options.resolve ?? createNameResolver();
  const connect = createConnector(allow, resolve, limits.connectTimeout);
  const pools = createAgentPools(() => createAgent(connect, options.connectionsAnOrigin ?? 32));
  const context: Context = { allow, pools, resolve, limits };
  const sendOutside = (url: string | URL, request: EgressRequest = {}): Promise<EgressResponse> =>
    waitOutside(() => sendAsSpan(url, request, context));
  const check = async (text: string): Promise<void> => {
    const { url, host, isAllowedHost, needsAllowedAddress } = checkUrl(text, allow);
    if (isAllowedHost || recognizeFamily(host) !== undefined) {
      return;
    }
    const reason = url.protocol === "http:" ? "scheme-not-allowed" : "port-not-allowed";
    await resolveChecked(host, resolve, allow, needsAllowedAddress && reason);
  };
  return Object.assign(sendOutside, { check, close: pools.destroy });
}

/**
 * Does not send `traceparent`, because applications are third parties. They cannot use our trace ids, and the ids
 * would reveal which calls of different users and projects belong together.
 */
function sendAsSpan(
  input: string | URL,
  request: EgressRequest,
  context: Context,
): Promise<EgressResponse> {
  const method = (request.method ?? "GET").toUpperCase();
  const attributes = { "http.request.method": method };
  return withSpan(method, { kind: "client", attributes }, async (span) => {
    try {
      const checked = checkUrl(input, context.allow);
      span.set({ "server.address": checked.url.hostname });
      const response = await send(checked, method, request, context);
      span.set({ "http.response.status_code": response.status });
      if (response.status >= 400) {
        span.fail(String(response.status));
      }
      return response;
    } catch (error) {
      if (error instanceof EgressError) {
        span.set({ "platform.egress.reason": error.reason });
      }
      throw error;
    }
  });
}

async function send(
  checked: CheckedUrl,
  method: string,
  request: EgressRequest,
  context: Context,
): Promise<EgressResponse> {
  const hop: Hop = { method, headers: readHeaders(request.headers), body: request.body ?? null };
  const limits = { ...context.limits, ...request.limits };
  const deadlines = startDeadlines(limits, request.signal ?? undefined);
  try {
    const redirect = request.redirect ?? "manual";
    const followThroughAgent = (agent: Agent): Promise<HopAnswer> =>
      follow(checked, hop, redirect, { deadlines, agent, allow: context.allow });
    const response = await (request.proxy === undefined
      ? followThroughAgent(context.pools.findAgent(request.pool ?? ""))
      : runThroughProxy(request.proxy, context, followThroughAgent));
    return toResponse(response, limits.maximumBodyBytes, deadlines);
  } catch (error) {
    deadlines.end();
    throw deadlines.findReason() ?? toEgressError(error);
  }
}

/**
 * Connections through a proxy serve one request only. A pool of them would have to be kept apart by project as well.
 */
async function runThroughProxy<T>(
  proxy: EgressProxy,
  context: Context,
  work: (agent: Agent) => Promise<T>,
): Promise<T> {
  const agent = createProxyAgent(proxy, context, context.limits.connectTimeout);
  try {
    return await work(agent);
  } finally {
    // `close` waits for the body of the response, which is still to be read.
    agent.close().catch(() => {});
  }
}

/** How the hops of a call are sent. */
interface Way {
  readonly deadlines: Deadlines;
  readonly agent: Agent;
  readonly allow: AllowList;
}

async function follow(
  first: CheckedUrl,
  firstHop: Hop,
  redirect: NonNullable<EgressRequest["redirect"]>,
  way: Way,
): Promise<HopAnswer> {
  let [{ url }, hop] = [first, firstHop];
  for (let count = 0; ; count += 1) {
    const response = await sendHop(url, hop, way);
    const next = followRedirect(response, url, hop);
    if (next === undefined || redirect === "manual") {
      return response;
    }
    if (redirect === "error" || !redirect(next.url)) {
      if (redirect !== "error") {
        return response;
      }
      await leave(response);
      throw new EgressError("redirect-not-allowed");
    }
    await leave(response);
    if (count === maximumRedirects) {
      throw new EgressError("too-many-redirects");
    }
    url = checkUrl(next.url, way.allow).url;
    hop = next.hop;
  }
}

/** Gives up the body of a redirect, which nobody reads. */
async function leave({ body }: HopAnswer): Promise<void> {
  await body?.[Symbol.asyncIterator]().return?.();
}

function readHeaders(init: EgressRequest["headers"]): Headers {
  try {
    return init instanceof Headers ? init : new Headers(init);
  } catch (error) {
    // The value contains a line break or a similar character. It may be a secret, so the error is reported without it.
    throw new EgressError("header-not-allowed", error instanceof Error ? error.name : undefined);
  }
}

function toResponse(
  { status, headers, body }: HopAnswer,
  maximumBytes: number,
  deadlines: Deadlines,
): EgressResponse {
  if (body === null) {
    deadlines.end();
    return new EgressResponse(status, headers, null);
  }
  deadlines.startBody();
  return new EgressResponse(status, headers, limitBody(body, maximumBytes, deadlines));
}

function toEgressError(error: unknown): EgressError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) {
      return cause;
    }
    if ("code" in cause && headerCodes.has(String(cause.code))) {
      return new EgressError("headers-too-large", cause);
    }
  }
  return new EgressError("protocol-error", error);
}

const headerCodes: ReadonlySet<string> = new Set([
  "UND_ERR_HEADERS_OVERFLOW",
  "HPE_HEADER_OVERFLOW",
]);
