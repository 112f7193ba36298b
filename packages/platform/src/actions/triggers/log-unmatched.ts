import type { Delivery } from "../../applications/ingress/delivery.ts";
import { explainMismatch } from "../../applications/ingress/explain-mismatch.ts";
import type { TriggerDefinition } from "../../applications/toolkits/types/trigger-types.ts";
import type { WaitingInstance } from "../../domain/events/ingress/ingress-statements.ts";
import type { LocatedAddress } from "../../domain/events/ingress/locate-address.ts";
import { claimUnmatched } from "../../domain/events/ingress/unmatched.ts";
import { createLogId } from "../../domain/logs/tool-execution-logs.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";

/** The tool slug of such entries in the log. Toolkits cannot have the slug `platform`, so no tool can have this slug. */
const unmatchedSlug = "PLATFORM_WEBHOOK_UNMATCHED";

/** Bytes of a body that the entry repeats. Longer ones would only be cut. */
const mostBody = 64 * 1024;

/** A verified delivery that fired nothing. */
export interface UnmatchedDelivery {
  readonly address: LocatedAddress;
  readonly toolkit: { readonly slug: string; readonly version: string };
  readonly requestId: string;
  readonly delivery: Delivery;
  /** The instances at the address, with their types. */
  readonly waiting: readonly {
    readonly instance: WaitingInstance;
    readonly type: TriggerDefinition | undefined;
  }[];
}

/**
 * Notes a delivery that fired nothing in the log of the project, where the owner of the instance looks for the reason. An address has at
 * most one entry a minute, because applications also send what nobody asked for.
 */
export async function logUnmatched(
  services: Services,
  { address, toolkit, requestId, delivery, waiting }: UnmatchedDelivery,
): Promise<void> {
  const { place, owner } = address;
  const isFirst = await runInProject(services.platform, place, (scope) =>
    claimUnmatched(scope, owner),
  );
  if (!isFirst) {
    return;
  }
  const id = createLogId();
  const instance = owner.kind === "instance" ? waiting[0]?.instance : undefined;
  const given = {
    instances: waiting.map((each) => ({ id: each.instance.id, reason: explain(delivery, each) })),
    ...(delivery.bytes.length <= mostBody && { body: delivery.body }),
  };
  const entry = {
    ...{ id, source: "trigger" as const, request_id: requestId, arguments: given },
    ...{ tool_slug: unmatchedSlug, toolkit_slug: toolkit.slug, version: toolkit.version },
    user_id: instance?.user_id ?? null,
    connected_account_id: instance?.account_id ?? null,
    auth_config_id: instance?.auth_config_id ?? (owner.kind === "auth_config" ? owner.id : null),
  };
  const reason =
    waiting.length === 0
      ? "The signature of the webhook was right, and no enabled trigger instance waits for it."
      : "The signature of the webhook was right, and it is not an event of the trigger instances at its address.";
  const failed = { successful: false, error: null, status_code: null, data: null, duration_ms: 0 };
  await services.executionLog.begin(place, entry);
  await services.executionLog.complete(place, {
    ...{ id, arguments: given },
    end: { ...failed, reason },
  });
}

function explain(
  delivery: Delivery,
  { instance, type }: UnmatchedDelivery["waiting"][number],
): string {
  const rule = type?.webhook ?? type?.watch;
  return rule === undefined
    ? `The toolkit does not have the trigger type ${instance.trigger_slug} any more.`
    : (explainMismatch(delivery, rule, instance.config) ?? "It is an event.");
}
