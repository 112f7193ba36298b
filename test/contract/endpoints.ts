/**
 * Every endpoint that the service must have, transcribed from the API document and docs/decisions.md to check the
 * bundled document. Each has the method, the path, and the status codes that the API document lists.
 */
export type Endpoint = readonly [method: string, path: string, codes: readonly number[]];

/** "Endpoints" and "Errors" of the API document: described with fields and codes. */
export const described: readonly Endpoint[] = [
  ["POST", "/api/v3/auth_configs", [201, 400, 401, 404, 500]],
  ["GET", "/api/v3/toolkits", [200, 400, 401, 404, 500]],
  ["POST", "/api/v3/toolkits/multi", [200, 400, 401, 404, 500]],
  ["GET", "/api/v3/tools/{tool_slug}", [200, 400, 401, 404, 500]],
  ["GET", "/api/v3/triggers_types", [200, 400, 401, 404, 500]],
  ["GET", "/api/v3/triggers_types/{slug}", [200, 400, 401, 404, 500]],
  ["GET", "/api/v3/trigger_instances/active", [200, 400, 401, 500]],
  [
    "POST",
    "/api/v3/trigger_instances/{slug}/upsert",
    [200, 201, 204, 400, 401, 404, 410, 422, 500, 501],
  ],
  ["POST", "/api/v3/connected_accounts", [201, 400, 401, 404, 500, 501]],
  ["GET", "/api/v3/connected_accounts", [200, 400, 401, 404, 422, 500]],
  ["GET", "/api/v3/connected_accounts/{nanoid}", [200, 400, 401, 403, 404, 500, 501]],
  ["GET", "/api/v3/mcp/servers", [200, 400, 401, 403, 500]],
  ["GET", "/api/v3/mcp/{id}", [200, 400, 401, 403, 404, 500]],
  ["POST", "/api/v3/mcp/servers/generate", [200, 400, 401, 403, 404, 500]],
  ["GET", "/api/v3/tool_router/session/{session_id}/toolkits", [200, 400, 401, 403, 404, 500]],
  ["GET", "/api/v3/tool_router/session/{session_id}/tools", [200, 400, 401, 403, 404, 500]],
  ["POST", "/api/v3/files/upload/request", [200, 400, 401, 403, 404, 410, 429, 500, 501]],
  ["PATCH", "/api/v3/org/project/config", [200, 400, 401, 404, 500]],
  ["GET", "/api/v3/webhook_subscriptions", [200, 400, 401, 500]],
  ["DELETE", "/api/v3/webhook_subscriptions/{id}", [200, 401, 404, 500]],
  ["GET", "/api/v3/migration/get-nanoid", [200, 400, 401, 404, 410, 500]],
];

/** "Endpoints known by method and path only" of the API document. */
export const knownByPath: readonly Endpoint[] = [
  ["GET", "/api/v3/auth_configs", []],
  ["GET", "/api/v3/auth_configs/{nanoid}", []],
  ["PATCH", "/api/v3/auth_configs/{nanoid}", []],
  ["DELETE", "/api/v3/auth_configs/{nanoid}", []],
  ["PATCH", "/api/v3/auth_configs/{nanoid}/{status}", []],
  ["POST", "/api/v3/mcp/servers", []],
  ["POST", "/api/v3/mcp/servers/custom", []],
  ["PATCH", "/api/v3/mcp/{id}", []],
  ["DELETE", "/api/v3/mcp/{id}", []],
  ["GET", "/api/v3/mcp/app/{appKey}", []],
  ["GET", "/api/v3/mcp/servers/{serverId}/instances", []],
  ["POST", "/api/v3/mcp/servers/{serverId}/instances", []],
  ["DELETE", "/api/v3/mcp/servers/{serverId}/instances/{instanceId}", []],
  ["POST", "/api/v3/tool_router/session", []],
  ["POST", "/api/v3/tool_router/session/{session_id}/execute", []],
  ["POST", "/api/v3/tool_router/session/{session_id}/execute_meta", []],
  ["GET", "/api/v3/tool_router/session/{session_id}", []],
  ["POST", "/api/v3/tool_router/session/{session_id}/link", []],
  ["GET", "/api/v3/org/project/config", []],
  ["POST", "/api/v3/org/owner/project/new", []],
  ["GET", "/api/v3/org/owner/project/list", []],
  ["GET", "/api/v3/org/owner/project/{nano_id}", []],
  ["PATCH", "/api/v3/org/owner/project/{nano_id}", []],
  ["DELETE", "/api/v3/org/owner/project/{nano_id}", []],
  ["POST", "/api/v3/org/owner/project/{nano_id}/regenerate_api_key", []],
  ["POST", "/api/v3/webhook_subscriptions", []],
  ["GET", "/api/v3/webhook_subscriptions/{id}", []],
  ["PATCH", "/api/v3/webhook_subscriptions/{id}", []],
  ["POST", "/api/v3/webhook_subscriptions/{id}/rotate_secret", []],
  ["GET", "/api/v3/webhook_subscriptions/event_types", []],
];

/** The additions of docs/decisions.md, by their section. */
export const decided: readonly Endpoint[] = [
  // 1: identifiers, keys
  ["GET", "/api/v3/auth/session/info", []],
  // 13: the console
  ["GET", "/api/v3/console/session", []],
  ["POST", "/api/v3/console/session", [201]],
  ["DELETE", "/api/v3/console/session", []],
  ["POST", "/api/v3/console/session/link", [201, 404]],
  ["GET", "/api/v3/console/activity", []],
  // 6: connected accounts and the hosted page
  ["DELETE", "/api/v3/connected_accounts/{nanoid}", [404]],
  ["PATCH", "/api/v3/connected_accounts/{nanoid}/status", [404, 422]],
  ["POST", "/api/v3/connected_accounts/{nanoid}/refresh", [404, 501]],
  ["POST", "/api/v3/connected_accounts/link", [201]],
  ["PATCH", "/api/v3/connected_accounts/{nanoid}", [404]],
  ["POST", "/api/v3/connected_accounts/import", []],
  ["GET", "/api/v3/toolkits/auth/callback", []],
  ["GET", "/api/v3/toolkits/auth/callback/{toolkit_slug}", []],
  ["GET", "/api/v3/toolkits/auth/callback/{project_id}/{toolkit_slug}", []],
  ["GET", "/link/{token}", []],
  ["POST", "/link/{token}", []],
  // 7: toolkits, tools, execution
  ["GET", "/api/v3/toolkits/{slug}", []],
  ["GET", "/api/v3/toolkits/categories", []],
  ["POST", "/api/v3/toolkits/import", [201, 409, 413]],
  ["PUT", "/api/v3/toolkits/{slug}", []],
  ["DELETE", "/api/v3/toolkits/{slug}", []],
  ["GET", "/api/v3/tools", []],
  ["GET", "/api/v3/tools/enum", []],
  ["POST", "/api/v3/tools/execute/{tool_slug}", [200, 400, 404, 410, 422, 429, 502, 504]],
  ["POST", "/api/v3/tools/execute/proxy", []],
  ["POST", "/api/v3/logs/tool_execution", []],
  // 8: triggers
  ["PATCH", "/api/v3/trigger_instances/manage/{id}", [409]],
  ["DELETE", "/api/v3/trigger_instances/manage/{id}", []],
  ["GET", "/api/v3/triggers_types/list/enum", []],
  ["POST", "/api/v3/webhook_ingress/{toolkit_slug}/{token}", [401, 413]],
  // 9: webhook subscriptions
  ["POST", "/api/v3/webhook_subscriptions/{id}/test", []],
  ["GET", "/api/v3/webhook_subscriptions/{id}/deliveries", []],
  ["POST", "/api/v3/webhook_subscriptions/{id}/deliveries/{delivery_id}/replay", []],
  ["POST", "/api/v3/webhook_subscriptions/{id}/replay", []],
  // 10: MCP endpoints
  ["POST", "/mcp/{server_id}", []],
  ["POST", "/tool_router/{session_id}/mcp", []],
  // 11: several keys of a project
  ["POST", "/api/v3/org/owner/project/{nano_id}/api_keys", [201, 404]],
  ["DELETE", "/api/v3/org/owner/project/{nano_id}/api_keys/{key_id}", [404]],
  // 11: quotas
  ["GET", "/api/v3/org/project/usage", []],
  // 10: sessions that end
  ["PATCH", "/api/v3/tool_router/session/{session_id}", []],
  ["DELETE", "/api/v3/tool_router/session/{session_id}", []],
  ["DELETE", "/api/v3/tool_router/session", []],
  ["GET", "/api/v3/tool_router/sessions", []],
  ["DELETE", "/api/v3/tool_router/sessions/{handle}", []],
  // 11: files
  ["GET", "/api/v3/files/list", []],
  ["GET", "/api/v3/files/manage/{id}", []],
  ["DELETE", "/api/v3/files/manage/{id}", []],
  // 12: erasure of one user
  ["DELETE", "/api/v3/users/{user_id}", []],
];

/**
 * The codes that every operation documents. Operations with a body and POST operations document more (docs/decisions.md
 * §2).
 */
export const codesOfAll: readonly number[] = [400, 401, 403, 405, 406, 408, 429, 431, 503];
export const codesOfBodies: readonly number[] = [413, 415];
export const codesOfPost: readonly number[] = [409, 422];
