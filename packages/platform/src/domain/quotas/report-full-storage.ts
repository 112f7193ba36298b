import type { StorageKind } from "../../base/db/tables.ts";
import { PlatformError } from "../../base/errors.ts";
import type { StorageQuotas } from "./storage-quotas.ts";

const names: Readonly<Record<StorageKind, string>> = {
  files: "files",
  toolkits: "toolkits",
  logs_and_events: "logs and events",
};

const fixes: Readonly<Record<StorageKind, string>> = {
  files:
    "Files go when they are not used for the deployment's retention, or when their users are deleted; wait, or ask the operator to raise PLATFORM_QUOTA_FILES.",
  toolkits:
    "Delete a toolkit with DELETE /api/v3/toolkits/{slug}, which frees all its versions, or ask the operator to raise PLATFORM_QUOTA_TOOLKITS.",
  logs_and_events:
    "The oldest logs and delivered events are erased within minutes; let the deliveries of the subscription succeed, or ask the operator to raise PLATFORM_QUOTA_LOGS_AND_EVENTS.",
};

/** Seconds. Room comes when somebody makes some. */
const retryAfterSeconds = 60;

/** The error of a project that has used up one of its quotas. */
export function reportFullStorage(kind: StorageKind, quota: number): PlatformError {
  return new PlatformError("Project_StorageFull", {
    words: {
      message: `The project's quota of ${names[kind]} is used up.`,
      suggestedFix: fixes[kind],
    },
    errors: [`quota: ${names[kind]} may take ${quota} bytes`],
    retryAfterSeconds,
  });
}

/** The quota of each kind. */
export function readQuota(quotas: StorageQuotas, kind: StorageKind): number | undefined {
  return kind === "logs_and_events" ? quotas.logsAndEvents : quotas[kind];
}
