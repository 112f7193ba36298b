import type { Schemas } from "../../../base/api-types.ts";
import type { StorageKind } from "../../../base/db/tables.ts";
import { readQuota } from "../../../domain/quotas/report-full-storage.ts";
import { readStoredBytes } from "../../../domain/storage/read-storage.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

const names: Readonly<Record<StorageKind, string>> = {
  files: "file_bytes",
  toolkits: "toolkit_bytes",
  logs_and_events: "log_and_event_bytes",
};

/** `GET /org/project/usage` */
export const getProjectUsage: HandlerOf<"getProjectUsage"> = async (input) => {
  const { platform, usage } = input.context.services;
  // The sums then include the latest writes of this process.
  await platform.records.flush();
  const stored = await runInCallersProject(input, (scope) => readStoredBytes(scope));
  const ofStorage = (["files", "toolkits", "logs_and_events"] as const).map(
    (kind): Schemas["QuotaUsage"] => ({
      name: names[kind],
      used: stored[kind],
      limit: readQuota(platform.quotas, kind) ?? null,
      unit: "bytes",
    }),
  );
  const { projectId } = input.principal.ProjectKey;
  const others = await Promise.all(usage.map((read) => read(projectId)));
  return { status: 200, body: { quotas: [...ofStorage, ...others] } };
};
