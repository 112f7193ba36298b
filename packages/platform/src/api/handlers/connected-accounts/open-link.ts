import { getLinkPage } from "../../../domain/accounts/connecting/link-page.ts";
import { locateLink } from "../../../domain/accounts/connecting/links.ts";
import { runInProject } from "../../../domain/scope.ts";
import type { HandlerOf } from "../handler.ts";
import { createLinkPage } from "../hosted-pages/link-page.ts";

/** `GET /link/{token}` */
export const openLink: HandlerOf<"openLink"> = async ({ context, path }) => {
  const { platform } = context.services;
  const { projectId, linkId } = await locateLink(platform, path.token);
  context.found.projectId = projectId;
  const page = await runInProject(platform, projectId, (scope) => getLinkPage(scope, linkId));
  return { status: 200, ...createLinkPage(page) };
};
