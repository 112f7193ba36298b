/**
 * The floors of one source folder, the lowest first. A floor lists folders, and files that are directly in the source
 * folder; `*.ts` means all such files.
 */
export interface House {
  readonly root: string;
  /** Our packages that this one may import, through their public entries. */
  readonly packages: readonly string[];
  readonly floors: readonly (readonly string[])[];
}

/**
 * specwright's own test, `packages/specwright/test/import-direction.test.ts`, also checks which emitters may import
 * each other.
 */
export const houses: readonly House[] = [
  {
    root: "packages/specwright/src/model",
    packages: ["@specwright/runtime"],
    floors: [["*.ts"], ["contents", "facts"], ["build", "directions"]],
  },
  {
    root: "packages/specwright/src/read",
    packages: ["@specwright/runtime"],
    floors: [["text"], ["json"], ["yaml"], ["files"], ["references"], ["*.ts"]],
  },
  {
    root: "packages/specwright/src/diff",
    packages: [],
    floors: [
      ["change.ts"],
      ["kinds"],
      ["compare"],
      ["schemas"],
      ["operations"],
      ["document"],
      ["compare-models.ts"],
    ],
  },
  {
    root: "packages/specwright/src/verify",
    packages: ["@specwright/runtime"],
    floors: [
      ["values", "case.ts", "checks.ts", "finding.ts", "validators.ts"],
      ["requests"],
      ["answers"],
      ["record.ts"],
      ["things"],
      ["cases"],
      ["exchange.ts"],
      ["chains"],
      ["verify-server.ts"],
    ],
  },
  {
    root: "packages/specwright/src/commands",
    packages: ["@specwright/runtime", "@specwright/templates"],
    floors: [
      ["settings"],
      ["load", "packages", "steps"],
      ["changes", "handlers", "output", "starter"],
      ["*.ts"],
      ["release"],
    ],
  },
  {
    root: "packages/specwright/src/emit",
    packages: ["@specwright/runtime", "@specwright/templates"],
    floors: [
      ["bodies", "escape", "names", "parameters", "samples"],
      ["print"],
      ["units"],
      ["typescript"],
      ["*.ts"],
      ["mismatches"],
      ["client", "examples", "server", "types", "validators"],
      ["docs", "package"],
    ],
  },
  {
    root: "packages/specwright/src/emit/validators",
    packages: ["@specwright/runtime"],
    floors: [["definitions"], ["predicate"], ["zod"], ["*.ts"]],
  },
  {
    root: "packages/runtime/src/v1",
    packages: [],
    floors: [
      ["http", "parameters", "parameters.ts", "schema", "streams", "values.ts"],
      ["client", "server"],
      ["callbacks", "node-server", "webhooks"],
      [
        "callbacks.ts",
        "client.ts",
        "express.ts",
        "fastify.ts",
        "hono.ts",
        "node.ts",
        "openapi-fetch.ts",
        "schema.ts",
        "server.ts",
        "webhooks.ts",
      ],
    ],
  },
  {
    root: "packages/runtime/src/v1/schema",
    packages: [],
    floors: [["values"], ["issues"], ["checks"], ["*.ts"]],
  },
  {
    root: "packages/platform/src/db",
    packages: ["@example/platform"],
    floors: [
      [
        "format-database-time.ts",
        "migration-types.ts",
        "now.ts",
        "replicas.ts",
        "statements.ts",
        "tables.ts",
      ],
      ["lookups.ts"],
      ["migrations", "transactions"],
      ["migrate.ts"],
      ["opening"],
    ],
  },
  {
    root: "packages/platform/src/egress",
    packages: [],
    floors: [
      [
        "connection-headers.ts",
        "decompress.ts",
        "egress-error.ts",
        "egress-response.ts",
        "received-body.ts",
      ],
      ["addresses", "limits"],
      ["egress-request.ts", "names"],
      ["agents", "next-hop.ts"],
      ["send-hop.ts"],
      ["create-egress.ts"],
      ["find-refusal.ts", "for-project.ts", "with-proxy.ts"],
    ],
  },
  {
    root: "packages/platform/src/toolkits",
    packages: ["@specwright/runtime", "specwright"],
    floors: [
      ["categories.ts", "json-pointer.ts", "slug-pattern.ts"],
      ["strict-schema", "types"],
      ["files"],
      ["documents", "search"],
      ["build"],
      ["importing"],
      ["compiled"],
      ["catalog"],
      ["load-toolkits.ts", "shelf-of-documents.ts"],
    ],
  },
  {
    root: "packages/platform/src/execution",
    packages: ["@specwright/runtime", "specwright"],
    floors: [
      ["execution-types.ts"],
      ["arguments"],
      ["requests"],
      ["answers"],
      ["run-execution.ts", "proxy-request.ts"],
    ],
  },
  {
    root: "packages/platform/src/domain",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["fields", "lists"],
      ["scope.ts"],
      ["keys", "migration", "requests", "toolkits"],
      ["projects"],
      ["files", "logs", "webhooks"],
      ["accounts"],
      ["agents", "events"],
      ["removal"],
      ["job-handlers.ts"],
    ],
  },
  {
    root: "packages/platform/src/domain/accounts",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["auth-configs"],
      ["connected-accounts"],
      ["connecting"],
      ["authorization", "token-refresh"],
    ],
  },
  {
    root: "packages/platform/src/domain/accounts/connected-accounts",
    packages: [],
    floors: [
      ["connection-secrets.ts", "own-host.ts", "transitions.ts"],
      ["account-rows.ts", "plan-connection.ts"],
      ["open-account.ts"],
      ["listing"],
      ["account-record.ts", "changing", "read-oauth-client.ts"],
      ["read-connected-accounts.ts", "set-connected-account-status.ts"],
    ],
  },
  {
    root: "packages/platform/src/actions",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["execution-slots.ts", "outside-failure.ts", "running-calls.ts", "transactions.ts"],
      ["choosing"],
      ["services.ts"],
      ["files"],
      ["connected-accounts", "tools", "triggers", "webhooks"],
      ["tool-router"],
    ],
  },
  {
    root: "packages/platform/src/http",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["errors", "log.ts", "site"],
      ["callers", "metrics.ts"],
      ["streams"],
      ["record-requests.ts"],
      ["places"],
      ["create-service.ts"],
      ["listener.ts"],
      ["open-server.ts"],
    ],
  },
  {
    root: "packages/platform/src/process",
    packages: ["@specwright/runtime"],
    floors: [
      [
        "heartbeat.ts",
        "in-flight.ts",
        "report-expired.ts",
        "revoke-call.ts",
        "send-webhook.ts",
        "start-error.ts",
      ],
      ["open-platform.ts"],
      ["control", "run-worker.ts", "starting"],
      ["serve.ts"],
    ],
  },
  {
    root: "packages/platform/src",
    packages: [
      "@modelcontextprotocol/sdk",
      "@specwright/runtime",
      "specwright",
      "@example/platform",
    ],
    floors: [
      [
        "api-types.ts",
        "error-slugs.ts",
        "errors.ts",
        "ids.ts",
        "sharing",
        "tracing",
        "trim-end.ts",
      ],
      ["db", "egress", "toolkits"],
      ["execution", "files", "ingress", "jobs", "oauth", "secrets"],
      ["config"],
      ["domain"],
      ["actions"],
      ["mcp"],
      ["handlers"],
      ["http"],
      ["process"],
      ["cli"],
    ],
  },
];
