import { findTriggerType } from "../../actions/triggers/find-trigger-type.ts";
import { answerWebhook } from "../../domain/ingress/answer-webhook.ts";
import { checkTriggerConfig } from "../../domain/triggers/trigger-config.ts";
import { upsertTrigger as upsert } from "../../domain/triggers/upsert-trigger.ts";
import { PlatformError } from "../../errors.ts";
import type { ToolkitVersions } from "../../toolkits/types/catalog-types.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /trigger_instances/{slug}/upsert` */
export const upsertTrigger: HandlerOf<"upsertTrigger"> = async (input) => {
  const { body, context, path, principal } = input;
  const account = body.connected_account_id ?? body.connectedAuthId;
  if (account === undefined) {
    throw new PlatformError("Validation_Failed", {
      errors: ["body.connected_account_id: required"],
    });
  }
  const versions = body.toolkit_versions ?? body.version;
  const catalog = await context.services.catalogs.of(principal.ProjectKey);
  const type = await findTriggerType(catalog, path.slug, versions);
  if (type.poll === undefined && type.webhook === undefined) {
    throw new PlatformError("Trigger_SchemeUnsupported");
  }
  const [place, given] =
    body.trigger_config === undefined
      ? (["body.triggerConfig", body.triggerConfig ?? {}] as const)
      : (["body.trigger_config", body.trigger_config] as const);
  const config = checkTriggerConfig(type, place, given);
  return await runOnceInProject(input, async (scope) => {
    const { row, isNew } = await upsert(scope, {
      type,
      account,
      config,
      toolkitVersion: readPinned(versions, type.record.toolkit.slug),
    });
    const webhook = row.kind === "webhook" ? await answerWebhook(scope, row, isNew) : undefined;
    return {
      status: isNew ? (201 as const) : (200 as const),
      body: {
        trigger_id: row.id,
        ...(webhook !== undefined && { webhook }),
        deprecated: { uuid: row.uuid },
      },
    };
  });
};

/** The version that is asked for of a toolkit; null for the latest. */
function readPinned(versions: ToolkitVersions | undefined, slug: string): string | null {
  const version = typeof versions === "object" ? versions[slug] : versions;
  return version === undefined || version === "latest" ? null : version;
}
