import type { Schemas } from "../../../base/api-types.ts";
import {
  buildAccountExpiredBody,
  buildTriggerDisabledBody,
  buildTriggerMessageBody,
  type EventFrame,
  type WebhookVersion,
} from "./event-bodies.ts";

const account = {
  id: "ca_000000000000",
  uuid: "00000000-0000-4000-8000-000000000001",
  authConfigId: "ac_000000000000",
};
const trigger = { id: "ti_000000000000", uuid: "00000000-0000-4000-8000-000000000002" };
const userId = "sample-user";
const slug = "SAMPLE_EVENT";

/** The ids of a project and its organization. */
export interface Owner {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Writes a body with sample data. Its ids have the form of real ones, but do not exist. */
export function buildSampleEventBody(
  { projectId, organizationId }: Owner,
  type: string,
): (frame: EventFrame, version: WebhookVersion) => string {
  return (frame, version) => {
    if (type === "platform.connected_account.expired") {
      const metadata = { project_id: projectId, org_id: organizationId };
      return buildAccountExpiredBody(frame, metadata, sampleAccount(frame.at));
    }
    if (type === "platform.trigger.disabled") {
      return buildTriggerDisabledBody(frame, projectId, {
        id: trigger.id,
        connected_account_id: account.id,
        trigger_name: slug,
        user_id: userId,
        disabled_at: frame.at.toISOString(),
        disabled_reason: "connection_expired",
      });
    }
    const message = { slug, trigger, account, userId, logId: "log_000000000000" };
    const data = { message: "This is a test event." };
    return buildTriggerMessageBody(frame, { ...message, data }, version);
  };
}

function sampleAccount(at: Date): Schemas["ConnectedAccount"] {
  const time = at.toISOString();
  const values = { status: "EXPIRED" as const, expired_at: time };
  return {
    id: account.id,
    toolkit: { slug: "sample" },
    auth_config: {
      id: account.authConfigId,
      auth_scheme: "OAUTH2",
      is_platform_managed: false,
      is_disabled: false,
      deprecated: { uuid: "00000000-0000-4000-8000-000000000003" },
    },
    alias: null,
    identity: null,
    user_id: userId,
    status: "EXPIRED",
    status_reason: "This is a test event.",
    is_disabled: false,
    created_at: time,
    updated_at: time,
    state: { authScheme: "OAUTH2", val: values },
    data: values,
    test_request_endpoint: "",
    deprecated: { labels: [], uuid: account.uuid },
  };
}
