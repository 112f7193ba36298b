import type { CatalogPlace } from "../../../applications/toolkits/types/catalog-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { locateMcpServer, type McpEndpoint } from "../../../domain/agents/mcp/mcp-endpoint.ts";
import type { McpSubject } from "../../../domain/agents/mcp/signing-keys.ts";
import { createServerTools } from "../../mcp/server-tools.ts";
import type { HandlerOf } from "../handler.ts";
import { assertOwnHost } from "../tool-router/own-host.ts";
import { readAccessToken, requireTokenUser } from "./access-token.ts";
import { answerMcp } from "./answer-mcp.ts";

type Input = Parameters<HandlerOf<"callMcpServer">>[0];

/** A call that may be made, in the form of the owner of its `Idempotency-Key`. */
interface AdmittedCall {
  readonly kind: "project";
  readonly id: string;
  readonly place: CatalogPlace;
  readonly endpoint: McpEndpoint;
  readonly subject: McpSubject;
  /** The user of the access token, if the call has one. */
  readonly signedInAs: string | undefined;
}

/** `POST /mcp/{server_id}` */
export async function callMcpServer(
  input: Input,
  admitted?: AdmittedCall,
): Promise<Awaited<ReturnType<HandlerOf<"callMcpServer">>>> {
  const { place, endpoint, subject } = admitted ?? (await admitMcpCall(input));
  const { projectId, catalogVersion } = place;
  const { services, requestId } = input.context;
  return await answerMcp(input, {
    name: ["server", endpoint.id, subject.name, subject.value],
    projectId,
    user: `${subject.name} ${subject.value}`,
    readVersion: async () => {
      const { place: now, endpoint: found } = await admitMcpCall(input);
      const { authConfigs, limits, ...others } = found;
      const allowed = [...limits].map(([toolkit, slugs]) => [toolkit, [...slugs]]);
      return { catalog: now.catalogVersion, others, allowed, authConfigs: [...authConfigs] };
    },
    openTools: async (signal) => {
      const caller = { projectId, catalogVersion, requestId, source: "mcp" as const, signal };
      return await createServerTools(services, caller, { endpoint, subject });
    },
  });
}

/** Finds the server of a call, and checks that the caller may call it, before a stored response is returned. */
export async function admitMcpCall(input: Input): Promise<AdmittedCall> {
  const { context, path, principal, query, request } = input;
  const { platform } = context.services;
  assertOwnHost(request, platform.baseUrl);
  const named = readSubject(query);
  const key = principal.ProjectKey;
  // A key that is sent too counts alone.
  const token = key === undefined ? readAccessToken(request) : undefined;
  const account = named?.name === "connected_account_id" ? named.value : undefined;
  const located = await locateMcpServer(platform, path.server_id, account, token);
  const { place, endpoint } = located;
  // For a key of another project, the server does not exist.
  if (key !== undefined && key.projectId !== place.projectId) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
  context.found.projectId = place.projectId;
  const admit = (subject: McpSubject, signedInAs?: string): AdmittedCall => ({
    kind: "project",
    id: place.projectId,
    place,
    endpoint,
    subject,
    signedInAs,
  });
  if (key === undefined && located.hasSignIn && (token !== undefined || query.sig === undefined)) {
    const resource = { kind: "server", id: endpoint.id } as const;
    const user = requireTokenUser(platform.baseUrl, resource, { token, user: located.tokenUser });
    if (named !== undefined && (named.name !== "user_id" || named.value !== user)) {
      throw new PlatformError("Mcp_TokenOfOtherUser");
    }
    return admit({ name: "user_id", value: user }, user);
  }
  if (named === undefined) {
    throw new PlatformError("Mcp_UserMissing");
  }
  if (key === undefined) {
    await located.assertSigned(named, query.sig);
  }
  return admit(named);
}

/**
 * The user or the account that the URL names; undefined when it names none.
 *
 * @throws PlatformError `Validation_Failed` for a URL that names a user and an account
 */
function readSubject({
  user_id: userId,
  connected_account_id: accountId,
}: Input["query"]): McpSubject | undefined {
  if (userId !== undefined && accountId !== undefined) {
    throw new PlatformError("Validation_Failed", {
      errors: ["query.connected_account_id: not together with user_id"],
    });
  }
  if (userId !== undefined) {
    return { name: "user_id", value: userId };
  }
  return accountId === undefined ? undefined : { name: "connected_account_id", value: accountId };
}
