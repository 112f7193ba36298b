import { findTriggerType } from "../../../actions/triggers/find-trigger-type.ts";
import { upsertTrigger as upsert } from "../../../actions/triggers/upsert-trigger.ts";
import type { ToolkitVersions } from "../../../applications/toolkits/types/catalog-types.ts";
import { checkTriggerConfig } from "../../../domain/events/triggers/trigger-config.ts";
import type { HandlerOf } from "../handler.ts";

/** `POST /trigger_instances/{slug}/upsert` */
export const upsertTrigger: HandlerOf<"upsertTrigger"> = async (input) => {
  const { body, context, path, principal } = input;
  const versions = body.toolkit_versions ?? body.version;
  const catalog = await context.services.catalogs.open(principal.ProjectKey);
  const type = await findTriggerType(catalog, path.slug, versions);
  const [place, given] =
    body.trigger_config === undefined
      ? (["body.triggerConfig", body.triggerConfig ?? {}] as const)
      : (["body.trigger_config", body.trigger_config] as const);
  const config = checkTriggerConfig(type, place, given);
  const { row, isNew, webhook } = await upsert(context.services, principal.ProjectKey, {
    type,
    account: body.connected_account_id ?? body.connectedAuthId,
    userId: body.user_id,
    config,
    toolkitVersion: readPinned(versions, type.record.toolkit.slug),
  });
  return {
    status: isNew ? 201 : 200,
    body: {
      trigger_id: row.id,
      ...(webhook !== undefined && { webhook }),
      deprecated: { uuid: row.uuid },
    },
  };
};

/** The requested version of a toolkit; null for the latest. */
function readPinned(versions: ToolkitVersions | undefined, slug: string): string | null {
  const version = typeof versions === "object" ? versions[slug] : versions;
  return version === undefined || version === "latest" ? null : version;
}
