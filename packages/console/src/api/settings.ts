import {
  createProjectKeyMutation,
  createProjectMutation,
  deleteProjectKeyMutation,
  deleteProjectMutation,
  deleteUserMutation,
  getProjectConfigQuery,
  getProjectQuery,
  getProjectUsageQuery,
  listProjectsInfiniteQuery,
  regenerateApiKeyMutation,
  updateProjectConfigMutation,
  updateProjectMutation,
} from "../../../../generated/query/index.js";
import { liveList, liveMs } from "./live-list.ts";
import { transport } from "./transport.ts";

/** The settings of the project. */
export const configQuery = { ...getProjectConfigQuery(transport), refetchInterval: liveMs };

/** The quotas of the project. */
export const usageQuery = { ...getProjectUsageQuery(transport), refetchInterval: liveMs };

/** A project with its keys, for an organization key. */
export const projectQuery = (id: string) => ({
  ...getProjectQuery(transport, { nano_id: id }),
  refetchInterval: liveMs,
});

/** The projects of the organization, the newest first, a page at a time. */
export const projectsQuery = {
  ...listProjectsInfiniteQuery(transport, { limit: 50 }),
  ...liveList,
};

/** The headers of calls whose answer has a key in full: the service does not keep it. */
const unkept = { headers: { "Idempotency-Key": null }, retries: 0 } as const;

/** What a person can do about projects and their keys. */
export const projectActions = {
  setConfig: updateProjectConfigMutation(transport),
  create: createProjectMutation(transport, unkept),
  rename: updateProjectMutation(transport),
  remove: deleteProjectMutation(transport),
  createKey: createProjectKeyMutation(transport, unkept),
  removeKey: deleteProjectKeyMutation(transport),
  renewKeys: regenerateApiKeyMutation(transport, unkept),
  eraseUser: deleteUserMutation(transport),
} as const;
