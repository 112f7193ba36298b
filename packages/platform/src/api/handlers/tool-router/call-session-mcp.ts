import type { CatalogPlace } from "../../../applications/toolkits/types/catalog-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { describeMetaTools } from "../../../domain/agents/tool-router/meta-tool-records.ts";
import {
  hashSessionId,
  type LocatedSession,
  locateSession,
  type Session,
  useSession,
} from "../../../domain/agents/tool-router/sessions.ts";
import { hashResource } from "../../../domain/mcp-sign-in/mcp-resource.ts";
import { findTokenUser } from "../../../domain/mcp-sign-in/oauth-records.ts";
import { runInProject } from "../../../domain/scope.ts";
import { createSessionTools } from "../../mcp/session-tools.ts";
import type { HandlerOf } from "../handler.ts";
import { readAccessToken, requireTokenUser } from "../mcp/access-token.ts";
import { answerMcp } from "../mcp/answer-mcp.ts";
import { nameSessionOwners } from "./name-session-owners.ts";
import { assertOwnHost } from "./own-host.ts";

type Input = Parameters<HandlerOf<"callSessionMcp">>[0];

/** A call that may be made, in the form of the owner of its `Idempotency-Key`. */
interface AdmittedCall {
  readonly kind: "project";
  readonly id: string;
  readonly place: CatalogPlace;
  readonly session: Session;
}

/** `POST /tool_router/{session_id}/mcp` */
export async function callSessionMcp(
  input: Input,
  admitted?: AdmittedCall,
): Promise<Awaited<ReturnType<HandlerOf<"callSessionMcp">>>> {
  const { context, path } = input;
  const { services, stopping, requestId } = context;
  const { place, session } = admitted ?? (await admitSessionCall(input));
  const { projectId, catalogVersion } = place;
  const { user_id: userId } = session.config;
  return await answerMcp(input, {
    name: ["session", path.session_id],
    projectId,
    user: `user_id ${userId}`,
    readVersion: async () => {
      const { session: now } = await admitSessionCall(input);
      return describeMetaTools(services.platform.baseUrl, now.config);
    },
    owners: Object.values(
      nameSessionOwners(projectId, { hash: hashSessionId(session.id), userId }),
    ),
    msLeft: session.msLeft,
    openTools: (signal) => {
      const caller = { projectId, catalogVersion, requestId, source: "mcp" as const, signal };
      return createSessionTools(services, caller, { session, stopping });
    },
  });
}

/** Finds the session of a call, and checks that the caller may call it, before a stored response is returned. */
export async function admitSessionCall({ context, path, request }: Input): Promise<AdmittedCall> {
  const { platform } = context.services;
  const { session_id: id } = path;
  assertOwnHost(request, platform.baseUrl);
  const place = await locateSession(platform, id);
  context.found.projectId = place.projectId;
  const resource = { kind: "session", id } as const;
  const token = await findNeededToken(context, request, place);
  const session = await runInProject(platform, place, async (scope) => {
    const used = await useSession(scope, id);
    if (token.isNeeded) {
      const { value } = token;
      const user =
        value === undefined ? undefined : await findTokenUser(scope, value, hashResource(resource));
      const signedInAs = requireTokenUser(platform.baseUrl, resource, { token: value, user });
      if (signedInAs !== used.config.user_id) {
        throw new PlatformError("Mcp_TokenOfOtherUser");
      }
    }
    return used;
  });
  return { kind: "project", id: place.projectId, place, session };
}

/** The access token of a call. A key of the project counts alone, and a token that is sent has to be valid where people can sign in. */
async function findNeededToken(
  { found }: Input["context"],
  request: Request,
  { projectId, needsToken }: LocatedSession,
): Promise<{ readonly isNeeded: boolean; readonly value?: string | undefined }> {
  const caller = await found.caller;
  if (needsToken === null || (caller?.kind === "project" && caller.projectId === projectId)) {
    return { isNeeded: false };
  }
  const value = readAccessToken(request);
  return { isNeeded: needsToken || value !== undefined, value };
}
