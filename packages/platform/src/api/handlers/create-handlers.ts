import { createConsoleSession } from "./auth/create-console-session.ts";
import { deleteConsoleSession } from "./auth/delete-console-session.ts";
import { getConsoleSession } from "./auth/get-console-session.ts";
import { getSessionInfo } from "./auth/get-session-info.ts";
import { openConsoleLink } from "./auth/open-console-link.ts";
import { createAuthConfig } from "./auth-configs/create-auth-config.ts";
import { deleteAuthConfig } from "./auth-configs/delete-auth-config.ts";
import { getAuthConfig } from "./auth-configs/get-auth-config.ts";
import { listAuthConfigs } from "./auth-configs/list-auth-configs.ts";
import { setAuthConfigStatus } from "./auth-configs/set-auth-config-status.ts";
import { updateAuthConfig } from "./auth-configs/update-auth-config.ts";
import {
  completeAuthorization,
  completeImportedAuthorization,
  completeToolkitAuthorization,
} from "./connected-accounts/complete-authorization.ts";
import { createConnectedAccount } from "./connected-accounts/create-connected-account.ts";
import { createLink } from "./connected-accounts/create-link.ts";
import { deleteConnectedAccount } from "./connected-accounts/delete-connected-account.ts";
import { getConnectedAccount } from "./connected-accounts/get-connected-account.ts";
import { importConnectedAccounts } from "./connected-accounts/import-connected-accounts.ts";
import { listConnectedAccounts } from "./connected-accounts/list-connected-accounts.ts";
import { openLink } from "./connected-accounts/open-link.ts";
import { refreshConnectedAccount } from "./connected-accounts/refresh-connected-account.ts";
import { setConnectedAccountStatus } from "./connected-accounts/set-connected-account-status.ts";
import { submitLink } from "./connected-accounts/submit-link.ts";
import { updateConnectedAccount } from "./connected-accounts/update-connected-account.ts";
import { deleteFile } from "./files/delete-file.ts";
import { getFile } from "./files/get-file.ts";
import { listFiles } from "./files/list-files.ts";
import { requestFileUpload } from "./files/request-file-upload.ts";
import type { PlatformHandlers, PlatformPrincipals } from "./handler.ts";
import { makeIdempotent } from "./idempotency/idempotent.ts";
import { getProjectActivity } from "./logs/get-project-activity.ts";
import { listToolExecutionLogs } from "./logs/list-tool-execution-logs.ts";
import { admitMcpCall, callMcpServer } from "./mcp/call-mcp-server.ts";
import { createCustomMcpServer } from "./mcp/create-custom-mcp-server.ts";
import { createMcpInstance } from "./mcp/create-mcp-instance.ts";
import { createMcpServer } from "./mcp/create-mcp-server.ts";
import { deleteMcpInstance } from "./mcp/delete-mcp-instance.ts";
import { deleteMcpServer } from "./mcp/delete-mcp-server.ts";
import { generateMcpUrls } from "./mcp/generate-mcp-urls.ts";
import { getMcpServer } from "./mcp/get-mcp-server.ts";
import { listMcpInstances } from "./mcp/list-mcp-instances.ts";
import { listMcpServers } from "./mcp/list-mcp-servers.ts";
import { listMcpServersOfApp } from "./mcp/list-mcp-servers-of-app.ts";
import { updateMcpServer } from "./mcp/update-mcp-server.ts";
import { getNanoId } from "./migration/get-nano-id.ts";
import { createProject } from "./projects/create-project.ts";
import { createProjectKey } from "./projects/create-project-key.ts";
import { deleteProject } from "./projects/delete-project.ts";
import { deleteProjectKey } from "./projects/delete-project-key.ts";
import { getProject } from "./projects/get-project.ts";
import { getProjectConfig } from "./projects/get-project-config.ts";
import { getProjectUsage } from "./projects/get-project-usage.ts";
import { listProjects } from "./projects/list-projects.ts";
import { regenerateApiKey } from "./projects/regenerate-api-key.ts";
import { updateProject } from "./projects/update-project.ts";
import { updateProjectConfig } from "./projects/update-project-config.ts";
import { admitSessionCall, callSessionMcp } from "./tool-router/call-session-mcp.ts";
import { createSession } from "./tool-router/create-session.ts";
import { createSessionLink } from "./tool-router/create-session-link.ts";
import { deleteSession } from "./tool-router/delete-session.ts";
import { deleteSessionByHandle } from "./tool-router/delete-session-by-handle.ts";
import { deleteSessions } from "./tool-router/delete-sessions.ts";
import { executeMetaTool } from "./tool-router/execute-meta-tool.ts";
import { executeSessionTool } from "./tool-router/execute-session-tool.ts";
import { getSession } from "./tool-router/get-session.ts";
import { listSessionToolkits } from "./tool-router/list-session-toolkits.ts";
import { listSessionTools } from "./tool-router/list-session-tools.ts";
import { listSessions } from "./tool-router/list-sessions.ts";
import { updateSession } from "./tool-router/update-session.ts";
import { deleteToolkit } from "./toolkits/delete-toolkit.ts";
import { fetchToolkits } from "./toolkits/fetch-toolkits.ts";
import { getToolkit } from "./toolkits/get-toolkit.ts";
import { importToolkit } from "./toolkits/import-toolkit.ts";
import { listToolkitCategories } from "./toolkits/list-toolkit-categories.ts";
import { listToolkits } from "./toolkits/list-toolkits.ts";
import { replaceToolkit } from "./toolkits/replace-toolkit.ts";
import { executeTool } from "./tools/execute-tool.ts";
import { getTool } from "./tools/get-tool.ts";
import { listToolSlugs } from "./tools/list-tool-slugs.ts";
import { listTools } from "./tools/list-tools.ts";
import { proxyRequest } from "./tools/proxy-request.ts";
import { deleteTrigger } from "./triggers/delete-trigger.ts";
import { getTriggerType } from "./triggers/get-trigger-type.ts";
import { listActiveTriggers } from "./triggers/list-active-triggers.ts";
import { listTriggerTypeSlugs } from "./triggers/list-trigger-type-slugs.ts";
import { listTriggerTypes } from "./triggers/list-trigger-types.ts";
import { receiveWebhook } from "./triggers/receive-webhook.ts";
import { setTriggerStatus } from "./triggers/set-trigger-status.ts";
import { upsertTrigger } from "./triggers/upsert-trigger.ts";
import { deleteUser } from "./users/delete-user.ts";
import { createWebhookSubscription } from "./webhook-subscriptions/create-webhook-subscription.ts";
import { deleteWebhookSubscription } from "./webhook-subscriptions/delete-webhook-subscription.ts";
import { getWebhookSubscription } from "./webhook-subscriptions/get-webhook-subscription.ts";
import { listDeliveries } from "./webhook-subscriptions/list-deliveries.ts";
import { listWebhookEventTypes } from "./webhook-subscriptions/list-webhook-event-types.ts";
import { listWebhookSubscriptions } from "./webhook-subscriptions/list-webhook-subscriptions.ts";
import { replayDelivery } from "./webhook-subscriptions/replay-delivery.ts";
import { replayEvents } from "./webhook-subscriptions/replay-events.ts";
import { rotateWebhookSecret } from "./webhook-subscriptions/rotate-webhook-secret.ts";
import { sendTestEvent } from "./webhook-subscriptions/send-test-event.ts";
import { updateWebhookSubscription } from "./webhook-subscriptions/update-webhook-subscription.ts";

/** For an effect in one transaction of the project: the answer is stored in the same transaction. */
const inProject = {
  owner: ({ principal }: { readonly principal: Pick<PlatformPrincipals, "ProjectKey"> }) => ({
    kind: "project" as const,
    id: principal.ProjectKey.projectId,
  }),
  hasOutsideEffect: false,
  claimsInAction: false,
};

/** The same for the organization. */
const inOrganization = {
  owner: ({ principal }: { readonly principal: Pick<PlatformPrincipals, "OrganizationKey"> }) => ({
    kind: "organization" as const,
    id: principal.OrganizationKey.organizationId,
  }),
  hasOutsideEffect: false,
  claimsInAction: false,
};

/** For a call to an application: an interrupted request is never run again automatically. */
const outside = { ...inProject, hasOutsideEffect: true };

/** The same as `outside`, for an action that claims the key and stores the answer in its own transactions. */
const outsideJoined = { ...outside, claimsInAction: true };

/**
 * The handlers of all operations. Every POST supports `Idempotency-Key`, except those that callers without a key use: the
 * public form of a link, the webhooks of applications, and the link to the console. They must not use up values of the
 * project's own requests. A sign-in to the console does not support it either, because its answer must not be stored.
 */
export function createHandlers(): PlatformHandlers {
  return {
    getSessionInfo,
    getConsoleSession,
    createConsoleSession,
    deleteConsoleSession,
    openConsoleLink,
    getProjectActivity,
    listToolkits,
    fetchToolkits: makeIdempotent(fetchToolkits, inProject),
    listToolkitCategories,
    getToolkit,
    importToolkit: makeIdempotent(importToolkit, inProject),
    replaceToolkit,
    deleteToolkit,
    listTools,
    listToolSlugs,
    getTool,
    executeTool: makeIdempotent(executeTool, outsideJoined),
    proxyRequest: makeIdempotent(proxyRequest, outsideJoined),
    listToolExecutionLogs: makeIdempotent(listToolExecutionLogs, inProject),
    requestFileUpload: makeIdempotent(requestFileUpload, inProject),
    listFiles,
    getFile,
    deleteFile,
    createAuthConfig: makeIdempotent(createAuthConfig, inProject),
    listAuthConfigs,
    getAuthConfig,
    updateAuthConfig,
    deleteAuthConfig,
    setAuthConfigStatus,
    createConnectedAccount: makeIdempotent(createConnectedAccount, inProject),
    listConnectedAccounts,
    getConnectedAccount,
    deleteConnectedAccount,
    updateConnectedAccount,
    importConnectedAccounts,
    setConnectedAccountStatus,
    refreshConnectedAccount: makeIdempotent(refreshConnectedAccount, outside),
    createLink: makeIdempotent(createLink, inProject),
    completeAuthorization,
    completeToolkitAuthorization,
    completeImportedAuthorization,
    openLink,
    submitLink,
    getProjectConfig,
    getProjectUsage,
    updateProjectConfig,
    createProject: makeIdempotent(createProject, inOrganization),
    listProjects,
    getProject,
    updateProject,
    deleteProject,
    createProjectKey: makeIdempotent(createProjectKey, inOrganization),
    deleteProjectKey,
    regenerateApiKey: makeIdempotent(regenerateApiKey, inOrganization),
    deleteUser,
    getNanoId,
    listMcpServers,
    createMcpServer: makeIdempotent(createMcpServer, inProject),
    createCustomMcpServer: makeIdempotent(createCustomMcpServer, inProject),
    generateMcpUrls: makeIdempotent(generateMcpUrls, inProject),
    listMcpServersOfApp,
    getMcpServer,
    updateMcpServer,
    deleteMcpServer,
    listMcpInstances,
    createMcpInstance: makeIdempotent(createMcpInstance, inProject),
    deleteMcpInstance,
    createSession: makeIdempotent(createSession, inProject),
    getSession,
    updateSession,
    deleteSession,
    deleteSessions,
    listSessions,
    deleteSessionByHandle,
    listSessionToolkits,
    listSessionTools,
    executeSessionTool: makeIdempotent(executeSessionTool, outsideJoined),
    executeMetaTool: makeIdempotent(executeMetaTool, outside),
    callMcpServer: makeIdempotent(callMcpServer, { ...outside, owner: admitMcpCall }),
    callSessionMcp: makeIdempotent(callSessionMcp, { ...outside, owner: admitSessionCall }),
    createSessionLink: makeIdempotent(createSessionLink, inProject),
    listTriggerTypes,
    listTriggerTypeSlugs,
    getTriggerType,
    listActiveTriggers,
    upsertTrigger: makeIdempotent(upsertTrigger, outside),
    setTriggerStatus,
    deleteTrigger,
    receiveWebhook,
    createWebhookSubscription: makeIdempotent(createWebhookSubscription, inProject),
    listWebhookSubscriptions,
    listWebhookEventTypes,
    getWebhookSubscription,
    updateWebhookSubscription,
    deleteWebhookSubscription,
    rotateWebhookSecret: makeIdempotent(rotateWebhookSecret, inProject),
    sendTestEvent: makeIdempotent(sendTestEvent, inProject),
    listDeliveries,
    replayDelivery: makeIdempotent(replayDelivery, inProject),
    replayEvents: makeIdempotent(replayEvents, inProject),
  };
}
