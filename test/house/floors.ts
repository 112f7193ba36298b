/**
 * The floors of one source folder, the lowest first. A floor lists folders, and files that are directly in the source
 * folder; `*.ts` means all such files.
 */
export interface House {
  readonly root: string;
  /** Our packages that this one may import, through their public entries. */
  readonly packages: readonly string[];
  readonly floors: readonly (readonly string[])[];
  /** For a folder, the folders that it must not import although its floor would allow it. */
  readonly walls?: Readonly<Record<string, readonly string[]>>;
}

/** The emitters of targets. They share folders of `emit`, and do not import each other. */
const emitters: readonly string[] = [
  "client",
  "examples",
  "mocks",
  "server",
  "types",
  "validators",
];

/** The targets that import the generated client, so their emitters may import the client's plan. */
const clientTargets: readonly string[] = ["query", "tools"];

/** The floors of every folder that has some. */
export const houses: readonly House[] = [
  {
    root: "packages/specwright/src",
    packages: ["@specwright/patterns", "@specwright/runtime", "@specwright/templates"],
    floors: [
      ["text"],
      ["*.ts"],
      ["document"],
      ["watch"],
      ["compare", "emit", "write"],
      ["verify"],
      ["witness"],
      ["commands"],
      ["cli", "index.ts"],
      ["authoring"],
    ],
    walls: {
      "*.ts": ["text"],
      compare: ["document/bundle", "document/read", "document/shape", "emit", "write"],
      emit: ["compare", "document/bundle", "document/read", "document/shape", "write"],
      write: ["compare", "document", "emit"],
      // It encodes with the shared folders of `emit`, and a command passes the validators to it.
      verify: [
        ...["compare", "document/bundle", "document/read", "write", "emit/docs", "emit/package"],
        ...[...emitters, ...clientTargets].map((name) => `emit/${name}`),
      ],
      // Of `verify` it takes the values and the requests, and of the emitters what it runs.
      witness: [
        ...["document/bundle", "document/read", "document/shape", "write", "watch"],
        ...["emit/docs", "emit/package"],
        ...["answers", "cases", "chains", "things", "workflows"].map((name) => `verify/${name}`),
      ],
      cli: [
        ...["document/bundle", "write", "emit/docs", "emit/package"],
        ...[...emitters, ...clientTargets].map((name) => `emit/${name}`),
      ],
    },
  },
  {
    root: "packages/specwright/src/document",
    packages: ["@specwright/runtime"],
    floors: [["read"], ["model"], ["bundle"], ["shape"]],
  },
  {
    root: "packages/specwright/src/document/shape",
    packages: ["@specwright/runtime"],
    floors: [
      [
        "input-settings.ts",
        "origins.ts",
        "print-shaped.ts",
        "refers-to-files.ts",
        "require-package.ts",
        "shape-report.ts",
        "shaping.ts",
      ],
      ["rewrite-parts.ts"],
      ["filter", "overlay"],
      ["convert", "declare-pagination.ts", "names"],
      ["open-shaped.ts"],
    ],
  },
  {
    root: "packages/specwright/src/document/model",
    packages: ["@specwright/runtime"],
    floors: [["*.ts"], ["facts"], ["build", "directions"]],
  },
  {
    root: "packages/specwright/src/document/read",
    packages: ["@specwright/runtime"],
    floors: [["text"], ["json"], ["yaml"], ["files"], ["references"], ["*.ts"]],
  },
  {
    root: "packages/specwright/src/compare",
    packages: [],
    floors: [
      ["witness.ts"],
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
    root: "packages/specwright/src/witness",
    packages: ["@specwright/patterns", "@specwright/runtime"],
    floors: [["finder.ts"], ["*.ts", "values"], ["calls"], ["code"], ["add-witnesses.ts"]],
  },
  {
    root: "packages/specwright/src/verify",
    packages: ["@specwright/patterns", "@specwright/runtime"],
    floors: [
      ["values", "case.ts", "checks.ts", "finding.ts", "validators.ts"],
      ["requests"],
      ["answers"],
      ["coverage.ts", "record.ts"],
      ["things"],
      ["cases"],
      ["exchange.ts"],
      ["chains"],
      ["run-document-cases.ts", "workflows"],
      ["verify-server.ts"],
    ],
  },
  {
    root: "packages/specwright/src/verify/workflows",
    packages: ["@specwright/patterns", "@specwright/runtime"],
    floors: [["expressions"], ["description.ts"], ["reading"], ["linking"], ["running"]],
  },
  {
    root: "packages/specwright/src/commands",
    packages: ["@specwright/runtime", "@specwright/templates"],
    floors: [
      ["settings"],
      ["load", "packages", "steps"],
      ["changes", "handlers", "output", "serving", "starter"],
      ["shaping"],
      ["*.ts"],
      ["release"],
    ],
  },
  {
    root: "packages/specwright/src/emit",
    packages: ["@specwright/patterns", "@specwright/runtime", "@specwright/templates"],
    floors: [
      ["shared"],
      ["*.ts"],
      ["mismatches"],
      emitters,
      clientTargets,
      ["cli"],
      ["docs", "package"],
    ],
    walls: Object.fromEntries(
      [emitters, clientTargets, ["docs", "package"]].flatMap((names) =>
        names.map((name) => [name, names.filter((other) => other !== name)]),
      ),
    ),
  },
  {
    root: "packages/specwright/src/emit/shared",
    packages: ["@specwright/patterns", "@specwright/runtime", "@specwright/templates"],
    floors: [
      ["bodies", "escape", "names", "parameters", "samples"],
      ["print"],
      ["typescript"],
      ["values"],
    ],
  },
  {
    root: "packages/specwright/src/emit/validators",
    packages: ["@specwright/patterns", "@specwright/runtime"],
    floors: [["definitions"], ["predicate"], ["zod"], ["*.ts"]],
  },
  {
    root: "packages/runtime/src/v1",
    packages: [],
    floors: [
      ["conversions", "http", "parameters", "parameters.ts", "schema", "streams", "values.ts"],
      ["client", "mocks", "server"],
      ["callbacks", "node-server", "query", "tools", "webhooks"],
      ["cli"],
      [
        "callbacks.ts",
        "cli.ts",
        "client.ts",
        "conversions.ts",
        "express.ts",
        "fastify.ts",
        "hono.ts",
        "mocks.ts",
        "msw.ts",
        "node.ts",
        "openapi-fetch.ts",
        "query.ts",
        "react-query.ts",
        "schema-mini.ts",
        "schema.ts",
        "server.ts",
        "tools.ts",
        "webhooks.ts",
      ],
      ["mcp"],
      ["mcp.ts"],
    ],
  },
  {
    root: "packages/runtime/src/v1/schema",
    packages: [],
    floors: [["values"], ["issues"], ["checks"], ["*.ts"]],
  },
  {
    root: "packages/platform/src/base/db",
    packages: ["@example/platform"],
    floors: [
      [
        "format-database-time.ts",
        "functions",
        "is-unavailable.ts",
        "migration-types.ts",
        "now.ts",
        "replicas.ts",
        "roles.ts",
        "schema",
        "tables",
        "tables.ts",
      ],
      ["postgres"],
      ["migrations", "transactions"],
      ["migrate.ts"],
      ["opening"],
    ],
  },
  {
    root: "packages/platform/src/base/egress",
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
    root: "packages/platform/src/applications/toolkits",
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
      ["load-toolkits.ts", "group-documents.ts"],
    ],
  },
  {
    root: "packages/platform/src/applications/execution",
    packages: ["@specwright/patterns", "@specwright/runtime", "specwright"],
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
      ["fields", "lists", "quotas"],
      ["scope.ts"],
      ["storage"],
      ["keys", "mcp-sign-in", "migration", "requests", "toolkits"],
      ["projects"],
      ["files", "logs", "webhooks"],
      ["accounts"],
      ["agents", "events"],
      ["operators", "removal"],
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
      ["connection-secrets.ts", "given-tokens.ts", "own-host.ts", "transitions.ts"],
      ["account-rows.ts", "plan-connection.ts"],
      ["free-alias.ts", "open-account.ts"],
      ["listing"],
      ["account-record.ts", "changing", "read-oauth-client.ts"],
      ["read-connected-accounts.ts", "set-connected-account-status.ts"],
    ],
  },
  {
    root: "packages/platform/src/actions",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["action-key.ts", "execution-slots.ts", "outside-failure.ts", "running-calls.ts"],
      ["choosing"],
      ["services.ts"],
      ["explain-to-agent.ts", "files"],
      ["connected-accounts", "results", "tools", "triggers", "webhooks"],
      ["tool-router"],
    ],
  },
  {
    root: "packages/platform/src/api/http",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["errors", "log-levels.ts", "readable-log.ts", "site"],
      ["log.ts", "queue-gauges.ts"],
      ["callers", "metrics.ts"],
      ["connections", "deadlines.ts", "fairness", "streams"],
      ["record-requests.ts"],
      ["imports", "places"],
      ["create-service.ts"],
      ["listener.ts"],
      ["open-server.ts"],
    ],
  },
  {
    root: "packages/platform/src/process",
    packages: ["@specwright/runtime", "specwright"],
    floors: [
      ["config"],
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
      ["checking"],
      ["moving", "serve.ts"],
      ["cli"],
    ],
  },
  {
    root: "packages/platform/src/base",
    packages: ["@specwright/runtime", "@example/platform"],
    floors: [
      ["*.ts", "sharing", "tracing"],
      ["db", "egress"],
      ["files", "jobs", "secrets"],
    ],
  },
  {
    root: "packages/platform/src/applications",
    packages: ["@specwright/patterns", "@specwright/runtime", "specwright"],
    floors: [["toolkits"], ["execution", "ingress", "oauth"]],
  },
  {
    root: "packages/platform/src/api",
    packages: [
      "@modelcontextprotocol/sdk",
      "@specwright/runtime",
      "specwright",
      "@example/platform",
    ],
    floors: [["mcp"], ["handlers"], ["sign-in"], ["http"]],
  },
  {
    root: "packages/platform/src",
    packages: [
      "@modelcontextprotocol/sdk",
      "@specwright/patterns",
      "@specwright/runtime",
      "specwright",
      "@example/platform",
    ],
    floors: [["base"], ["applications"], ["domain"], ["actions"], ["api"], ["process"]],
  },
];
