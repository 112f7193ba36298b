import { locateMcpServer, openMcpEndpoint } from "../../domain/agents/mcp/mcp-endpoint.ts";
import type { McpSubject } from "../../domain/agents/mcp/signing-keys.ts";
import { runInProject } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import { createServerTools } from "../../mcp/server-tools.ts";
import type { HandlerOf } from "../handler.ts";
import { assertOwnHost } from "../tool-router/own-host.ts";
import { answerMcp } from "./answer-mcp.ts";

type Input = Parameters<HandlerOf<"callMcpServer">>[0];

/** `POST /mcp/{server_id}` */
export const callMcpServer: HandlerOf<"callMcpServer"> = async (input) => {
  const { place, endpoint, subject } = await admit(input);
  const { projectId, catalogVersion } = place;
  const { services, requestId } = input.context;
  return await answerMcp(input, {
    name: ["server", endpoint.id, subject.name, subject.value],
    openTools: async (signal) => {
      const caller = { projectId, catalogVersion, requestId, source: "mcp" as const, signal };
      return await createServerTools(services, caller, { endpoint, subject });
    },
  });
};

/**
 * The owner of an `Idempotency-Key`. Checks that the caller may call the server, before a stored response is
 * returned.
 */
export async function findMcpOwner(
  input: Input,
): Promise<{ readonly kind: "project"; readonly id: string }> {
  const { place } = await admit(input);
  return { kind: "project", id: place.projectId };
}

/** Finds the server of a call, and checks that the caller may call it. */
async function admit({ context, path, principal, query, request }: Input) {
  const { platform } = context.services;
  assertOwnHost(request, platform.baseUrl);
  const subject = readSubject(query);
  const key = principal.ProjectKey;
  const place = await locateMcpServer(platform, path.server_id);
  // For a key of another project, the server does not exist.
  if (key !== undefined && key.projectId !== place.projectId) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
  context.found.projectId = place.projectId;
  const proof = { subject, signature: query.sig, hasKey: key !== undefined };
  const endpoint = await runInProject(platform, place, (scope) =>
    openMcpEndpoint(scope, path.server_id, proof),
  );
  return { place, endpoint, subject };
}

/** @throws PlatformError `Mcp_UserMissing`; `Validation_Failed` for a URL that names a user and an account */
function readSubject({
  user_id: userId,
  connected_account_id: accountId,
}: Input["query"]): McpSubject {
  if (userId !== undefined && accountId !== undefined) {
    throw new PlatformError("Validation_Failed", {
      errors: ["query.connected_account_id: not together with user_id"],
    });
  }
  if (userId !== undefined) {
    return { name: "user_id", value: userId };
  }
  if (accountId !== undefined) {
    return { name: "connected_account_id", value: accountId };
  }
  throw new PlatformError("Mcp_UserMissing");
}
