/** The names of the variables. */
export type VariableName =
  | "DATABASE_URL"
  | "PLATFORM_DATA"
  | "PLATFORM_BASE_URL"
  | "PLATFORM_MASTER_KEYS"
  | "PLATFORM_ROLE"
  | "HOST"
  | "PORT"
  | "PLATFORM_MAX_CONNECTIONS"
  | "PLATFORM_METRICS_HOST"
  | "PLATFORM_METRICS_PORT"
  | "PLATFORM_EGRESS_ALLOW"
  | "PLATFORM_DNS_SERVERS"
  | "PLATFORM_ALLOWED_ORIGINS"
  | "PLATFORM_RATE_LIMIT"
  | "PLATFORM_PROCESSOR_LIMIT"
  | "PLATFORM_CONCURRENT_EXECUTIONS"
  | "PLATFORM_FILES"
  | "AZURE_STORAGE_CONNECTION_STRING"
  | "PLATFORM_FILE_RETENTION_DAYS"
  | "PLATFORM_QUOTA_FILES"
  | "PLATFORM_QUOTA_TOOLKITS"
  | "PLATFORM_QUOTA_LOGS_AND_EVENTS"
  | "PLATFORM_DISK_RESERVE"
  | "PLATFORM_MANAGED_AUTH"
  | "PLATFORM_TOOLKITS"
  | "PLATFORM_EXAMPLE"
  | "PLATFORM_PROJECT_NAME"
  | "PLATFORM_POOL_SIZE"
  | "PLATFORM_DB_ROLE_PREFIX"
  | "PLATFORM_LOG_LEVEL"
  | "PLATFORM_TRUSTED_PROXIES"
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
  | "OTEL_SERVICE_NAME";

/** An environment variable that the service reads, as the table of docs/operations.md describes it. */
export interface Variable {
  readonly name: VariableName;
  /** Its purpose and the form of its value, in Markdown. */
  readonly description: string;
  /** The value when the variable is not set, in words or as text; null when it is required. */
  readonly default: string | null;
  /** True when it is required together with `DATABASE_URL` (docs/decisions.md §12). */
  readonly requiredWithDatabaseUrl: boolean;
  readonly isSecret: boolean;
  /** How a value is made, for the problem that it is missing. */
  readonly advice?: string;
}

/** How an operator makes a master key. */
export const keyAdvice = "a key is made with: openssl rand -base64 32";

/** Every environment variable that the service reads, in the order of the table in docs/operations.md. */
export const variables: readonly Variable[] = [
  defineVariable(
    "DATABASE_URL",
    "The `postgres://` address of a PostgreSQL server, 15 or later, whose user owns the tables. Without it the database is embedded.",
    {
      default: "embedded",
      isSecret: true,
    },
  ),
  defineVariable(
    "PLATFORM_DATA",
    "The directory of the embedded database, which one process uses at a time, and of local files.",
    {
      default: "`.data`",
    },
  ),
  defineVariable(
    "PLATFORM_BASE_URL",
    "The address under which users and applications reach the service, without a slash at the end. Nothing is derived from the `Host` header.",
    {
      default: "`http://localhost:<PORT>`",
      requiredWithDatabaseUrl: true,
      advice:
        "it is the address under which users reach the service, such as https://platform.example.com",
    },
  ),
  defineVariable(
    "PLATFORM_MASTER_KEYS",
    "The keys that wrap the data keys: `version:key` pairs separated by commas, each key 32 bytes in base64 (`openssl rand -base64 32`). The first is primary. Add a new key at the end on every replica before it becomes the first.",
    {
      default: "made in the data directory",
      requiredWithDatabaseUrl: true,
      isSecret: true,
      advice: `as in 1:<key>, and ${keyAdvice}`,
    },
  ),
  defineVariable("PLATFORM_ROLE", "The work of the process: `api`, `worker` or `all`.", {
    default: "`all`",
  }),
  defineVariable("HOST", "The address that the service listens on.", {
    default: "`127.0.0.1`, with `DATABASE_URL` `0.0.0.0`",
  }),
  defineVariable("PORT", "The port that the service listens on.", { default: "`3000`" }),
  defineVariable(
    "PLATFORM_MAX_CONNECTIONS",
    "Connections that one process keeps open. A further one is accepted all the same, and an idle connection of the address or project that has the most is closed for it. A stream of events takes one for as long as it is open. Behind a proxy, name the proxy in `PLATFORM_TRUSTED_PROXIES`: otherwise all its connections belong to one address.",
    { default: "`1000`" },
  ),
  defineVariable(
    "PLATFORM_METRICS_HOST",
    "The address that `/metrics` listens on. For a collector on another machine, use an address that it can reach, such as `0.0.0.0`, and a private network: anyone who reaches the address can read the metrics.",
    { default: "`127.0.0.1`" },
  ),
  defineVariable(
    "PLATFORM_METRICS_PORT",
    "The port of `/metrics`, which should not be reachable from outside; `off` for none. It answers `/health` and `/ready` too, whatever the connections to `PORT` do.",
    {
      default: "`9464`",
    },
  ),
  defineVariable(
    "PLATFORM_EGRESS_ALLOW",
    "CIDRs and host names, separated by commas, that outgoing requests may reach, as exceptions to the egress rules.",
    {
      default: "`127.0.0.0/8,::1/128`, with `DATABASE_URL` none",
    },
  ),
  defineVariable(
    "PLATFORM_DNS_SERVERS",
    "Addresses of the name servers for outgoing requests, separated by commas, with a port where it is not 53: `10.0.0.2,[2001:db8::1]:5353`. The hosts file always comes first. The operating system looks up the database and the collector.",
    { default: "those of `/etc/resolv.conf`" },
  ),
  defineVariable(
    "PLATFORM_ALLOWED_ORIGINS",
    "Origins, separated by commas, whose browsers may call the service, such as `https://app.example.com`.",
    {
      default: "none",
    },
  ),
  defineVariable(
    "PLATFORM_RATE_LIMIT",
    "Requests that one project may make in a minute. Requests without a key, or with a wrong one, have the same limit for each address they come from (an IPv6 address counts with its whole /64). Webhooks of applications have the same limit once more for each project, because an application sends those of all projects from a few addresses; refused ones count for their address.",
    { default: "`2000`" },
  ),
  defineVariable(
    "PLATFORM_PROCESSOR_LIMIT",
    "Milliseconds of the processor that the requests of one project may use in a minute in one process; those of an address without a key have the same limit. A process has one processor for requests, so the default refuses nothing: requests of a busy project wait for those of others. A lower limit keeps a part of the processor free.",
    { default: "`60000`" },
  ),
  defineVariable(
    "PLATFORM_CONCURRENT_EXECUTIONS",
    "Executions and proxied requests of one project that one process runs at the same time. Others are answered with 429.",
    { default: "`32`" },
  ),
  defineVariable(
    "PLATFORM_FILES",
    "The place where files of tools are stored. `s3://acme-files/platform` is a prefix in a bucket; `?region=eu-central-1` names its region, and `?endpoint=http://minio:9000` another server that speaks S3's protocol. Credentials come from the AWS SDK's own variables, such as `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or from the role of the machine. `azure://files/platform` is a prefix in a container of Azure Blob Storage. Several machines need one of these.",
    { default: "a folder of `PLATFORM_DATA`" },
  ),
  defineVariable(
    "AZURE_STORAGE_CONNECTION_STRING",
    "The account of Azure Blob Storage and its key, when `PLATFORM_FILES` begins with `azure://`.",
    { default: "none", isSecret: true },
  ),
  defineVariable(
    "PLATFORM_FILE_RETENTION_DAYS",
    "Days after which an unused file is erased. A file is used when it is uploaded, passed to a tool, or returned by one.",
    { default: "`90`" },
  ),
  defineVariable(
    "PLATFORM_QUOTA_FILES",
    "Bytes of files that one project may store, such as `500MiB`; `off` for no limit. Further uploads and results are refused with 507.",
    { default: "`10GiB`" },
  ),
  defineVariable(
    "PLATFORM_QUOTA_TOOLKITS",
    "Bytes that the documents of one project's toolkits may take, compressed and in all their versions; `off` for no limit. Further imports are refused with 507.",
    { default: "`500MiB`" },
  ),
  defineVariable(
    "PLATFORM_QUOTA_LOGS_AND_EVENTS",
    "Bytes of logs and events that one project may store; `off` for no limit. Above it the oldest logs and delivered events are erased early. Until there is room, logs have no bodies, and new events are refused with 507.",
    { default: "`10GiB`" },
  ),
  defineVariable(
    "PLATFORM_DISK_RESERVE",
    "Bytes that stay free on the disk of `PLATFORM_DATA`. With less room, uploads and imports of all projects are refused with 507, and `/ready` says so; `off` for no reserve.",
    { default: "`1GiB`, or 5 % of a disk of less than 20 GiB" },
  ),
  defineVariable(
    "PLATFORM_MANAGED_AUTH",
    'The deployment\'s own OAuth clients: JSON, or the path of a JSON file, of the form `{"github": {"OAUTH2": {"client_id": "…", "client_secret": "…"}}}`. For triggers of Slack, add `signing_secret`, and a `webhook_token` that you choose (22 characters or more); enter `<PLATFORM_BASE_URL>/api/v3/webhook_ingress/slack/<webhook_token>` as the request URL of your app. For notifications of Gmail, see docs/operations.md.',
    {
      default: "none",
      isSecret: true,
    },
  ),
  defineVariable(
    "PLATFORM_TOOLKITS",
    "A folder of your own toolkit documents, read at start together with the platform's. A document with a slug of the platform's toolkits is refused.",
    { default: "none" },
  ),
  defineVariable(
    "PLATFORM_EXAMPLE",
    "`on` or `off`: the toolkit `example`, a small application inside of the service, with which tools and connections are tried without a network. With `DATABASE_URL` it also needs `PLATFORM_EGRESS_ALLOW` for the address that the service listens on.",
    { default: "`on`, with `DATABASE_URL` `off`" },
  ),
  defineVariable(
    "PLATFORM_PROJECT_NAME",
    "The name of the project that the first start with an embedded database makes, at most 100 characters. Users see it on link pages. Without it, a start on a terminal asks.",
    { default: "`default`, unless a person answers otherwise" },
  ),
  defineVariable(
    "PLATFORM_POOL_SIZE",
    "Connections to PostgreSQL that one process holds at most.",
    {
      default: "`10`",
    },
  ),
  defineVariable(
    "PLATFORM_DB_ROLE_PREFIX",
    "Text before the names of the database roles `app` and `app_system`, such as `acme_`. Roles belong to the whole server, so each installation on a shared server needs its own. It cannot change once the database has the schema.",
    { default: "none" },
  ),
  defineVariable(
    "PLATFORM_LOG_LEVEL",
    "`trace`, `debug`, `info`, `warn`, `error` or `silent`. On a terminal, the log has lines for people; otherwise it has one JSON object a line.",
    {
      default: "`info`",
    },
  ),
  defineVariable(
    "PLATFORM_TRUSTED_PROXIES",
    "CIDRs and addresses, separated by commas, of the proxies in front of the service. The service believes `Forwarded` or `X-Forwarded-For` from these only, and limits requests without a key, or with a wrong one, by the address in the header. Without this setting all callers behind a proxy share the proxy's address and its limit.",
    { default: "none" },
  ),
  defineVariable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "The address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`. The standard variables for headers and timeouts count too.",
    { default: "no spans" },
  ),
  defineVariable(
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "The complete address for spans, if it is not `/v1/traces` below the address above.",
    { default: "none" },
  ),
  defineVariable("OTEL_SERVICE_NAME", "The name of the service in spans.", {
    default: "`integration-platform`",
  }),
];

function defineVariable(
  name: VariableName,
  description: string,
  rest: Partial<Omit<Variable, "name" | "description">>,
): Variable {
  return {
    name,
    description,
    default: null,
    requiredWithDatabaseUrl: false,
    isSecret: false,
    ...rest,
  };
}
