import { resolve } from "node:path";
import { askDidYouMean } from "specwright/nearest";
import { type LogLevel, logLevels } from "../../api/http/log-levels.ts";
import { type FileLocation, parseFileLocation } from "../../base/files/file-location.ts";
import { type MasterKeys, parseMasterKeys } from "../../base/secrets/master-keys.ts";
import { trimEnd } from "../../base/trim-end.ts";
import { parseManagedAuth } from "./managed-auth.ts";
import type { DiskReserve, PlatformConfig } from "./platform-config.ts";
import { readSecretFiles, toFileVariable } from "./secret-files.ts";
import { describeDefault, maskValue } from "./show-value.ts";
import {
  isAddressOrRange,
  isEgressEntry,
  isNameServer,
  isOrigin,
  parseBytes,
  parseCollectorUrl,
  parseFolder,
  parseInteger,
  parseList,
  parsePostgresUrl,
  parseProjectName,
  parseServiceUrl,
} from "./values.ts";
import { keyAdvice, type VariableName, variables } from "./variables.ts";

/** The environment cannot be used. The message has one line for each problem, with its fix, and never a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((line) => `- ${line}`).join("\n")}`);
    this.problems = problems;
  }
}

/** A mistake in the configuration, or in a part that it names. */
export interface ConfigProblem {
  /** The variable to correct. */
  readonly variable: string;
  /** What is wrong and what to do, in one line, and never with a secret. */
  readonly message: string;
}

/** A variable as it is in force. */
export interface Setting {
  readonly name: VariableName;
  /** As it was written, or the default in words. Passwords are masked, and other secrets are not shown. */
  readonly value: string;
  readonly source: "environment" | "file" | "default";
  /** The file that a variable such as `DATABASE_URL_FILE` names. */
  readonly file: string | undefined;
}

/** What the environment configures, and all that is wrong with it. */
export interface ReadSettings {
  /** Where a variable has a problem, its default is in force. */
  readonly config: PlatformConfig;
  readonly settings: readonly Setting[];
  readonly problems: readonly ConfigProblem[];
}

/** A problem as one line, for people. */
export function formatConfigProblem({ variable, message }: ConfigProblem): string {
  return `${variable}: ${message}`;
}

/** Reads one variable. A problem is a sentence that describes the expected value and never repeats a secret. */
type Reader = <T>(
  name: VariableName,
  fallback: T,
  parse: (text: string) => T | { readonly problem: string },
) => T;

/**
 * Reads and checks the whole environment.
 *
 * @throws ConfigError with all problems together
 */
export function readConfig(environment: Environment): PlatformConfig {
  const { config, problems } = readSettings(environment);
  if (problems.length > 0) {
    throw new ConfigError(problems.map(formatConfigProblem));
  }
  return config;
}

/** Reads and checks the whole environment, and tells where each setting comes from. */
export function readSettings(environment: Environment): ReadSettings {
  const { secrets, problems: unread } = readSecretFiles(environment);
  const problems = [...unread];
  const settings: Setting[] = [];
  const get = (name: string): string | undefined =>
    secrets.get(name)?.text || environment[name]?.trim() || undefined;
  const hasUrl = get("DATABASE_URL") !== undefined;
  const read: Reader = (name, fallback, parse) => {
    const text = get(name);
    const file = secrets.get(name)?.path;
    settings.push({
      ...{ name, file },
      value: text === undefined ? describeDefault(name, fallback, hasUrl) : maskValue(name, text),
      source: describeSource(text, file),
    });
    if (text === undefined) {
      return fallback;
    }
    const value = parse(text);
    if (!isProblem(value)) {
      return value;
    }
    problems.push({ variable: name, message: `${value.problem}.` });
    return fallback;
  };
  if (hasUrl) {
    for (const { name, requiredWithDatabaseUrl, advice } of variables) {
      const isGiven = get(name) !== undefined || get(toFileVariable(name)) !== undefined;
      if (requiredWithDatabaseUrl && !isGiven) {
        const message = `has to be set together with DATABASE_URL${advice === undefined ? "" : `; ${advice}`}.`;
        problems.push({ variable: name, message });
      }
    }
  }
  problems.push(...findUnknown(environment));
  const config = { ...readStorage(read), ...readServer(read, !hasUrl) };
  return { config, settings, problems };
}

type Environment = Readonly<Record<string, string | undefined>>;

function describeSource(text: string | undefined, file: string | undefined): Setting["source"] {
  if (text === undefined) {
    return "default";
  }
  return file === undefined ? "environment" : "file";
}

function readStorage(
  read: Reader,
): Pick<PlatformConfig, "storage" | "dataDirectory" | "masterKeys"> {
  const dataDirectory = read("PLATFORM_DATA", resolve(".data"), (text) => resolve(text));
  const url = read<string | undefined>("DATABASE_URL", undefined, parsePostgresUrl);
  const poolSize = read("PLATFORM_POOL_SIZE", 10, (text) => parseInteger(text, 1, 1000));
  const rolePrefix = read<string>("PLATFORM_DB_ROLE_PREFIX", "", (text) =>
    /^(?!pg_)[a-z_][a-z0-9_]{0,39}$/.test(text)
      ? text
      : {
          problem:
            "has to be lower-case letters, digits and _, as in acme_, and not begin with pg_",
        },
  );
  return {
    dataDirectory,
    storage:
      url === undefined
        ? { kind: "embedded", directory: dataDirectory }
        : { kind: "postgres", url, poolSize, rolePrefix },
    masterKeys: read<MasterKeys | undefined>("PLATFORM_MASTER_KEYS", undefined, (text) => {
      const keys = parseMasterKeys(text);
      return "problem" in keys ? { problem: `${keys.problem}; ${keyAdvice}` } : keys;
    }),
  };
}

function readServer(
  read: Reader,
  embedded: boolean,
): Omit<PlatformConfig, "storage" | "dataDirectory" | "masterKeys"> {
  const azureAccount = read<string | undefined>(
    "AZURE_STORAGE_CONNECTION_STRING",
    undefined,
    (text) => text,
  );
  const port = read("PORT", 3000, (text) => parseInteger(text, 0, 65_535));
  return {
    port,
    host: read("HOST", embedded ? "127.0.0.1" : "0.0.0.0", (text) => text),
    baseUrl: read("PLATFORM_BASE_URL", `http://localhost:${port}`, parseServiceUrl),
    roles: read<PlatformConfig["roles"]>("PLATFORM_ROLE", { api: true, worker: true }, (text) =>
      text === "all" || text === "api" || text === "worker"
        ? { api: text !== "worker", worker: text !== "api" }
        : { problem: "has to be api, worker or all" },
    ),
    maxConnections: read("PLATFORM_MAX_CONNECTIONS", 1000, (text) =>
      parseInteger(text, 1, 1_000_000),
    ),
    // The metrics are served without a key, so by default only this machine can read them.
    metricsHost: read("PLATFORM_METRICS_HOST", "127.0.0.1", (text) => text),
    metricsPort: read<number | undefined>("PLATFORM_METRICS_PORT", 9464, (text) =>
      text === "off" ? undefined : parseInteger(text, 0, 65_535),
    ),
    // Only a developer's machine (the embedded database) may call loopback by default (docs/decisions.md §12).
    egressAllow: read("PLATFORM_EGRESS_ALLOW", embedded ? ["127.0.0.0/8", "::1/128"] : [], (text) =>
      parseList(text.toLowerCase(), isEgressEntry, "a CIDR such as 10.1.0.0/16, or a host name"),
    ),
    dnsServers: read("PLATFORM_DNS_SERVERS", [], (text) =>
      parseList(text, isNameServer, "an address such as 10.0.0.2 or [2001:db8::1]:5353"),
    ),
    allowedOrigins: read("PLATFORM_ALLOWED_ORIGINS", [], (text) =>
      parseList(text, isOrigin, "an origin such as https://app.example.com"),
    ),
    rateLimit: read("PLATFORM_RATE_LIMIT", 2000, (text) => parseInteger(text, 1, 1_000_000)),
    processorMs: read("PLATFORM_PROCESSOR_LIMIT", 60_000, (text) =>
      parseInteger(text, 1, 1_000_000),
    ),
    concurrentExecutions: read("PLATFORM_CONCURRENT_EXECUTIONS", 32, (text) =>
      parseInteger(text, 1, 10_000),
    ),
    files: read<FileLocation | undefined>("PLATFORM_FILES", undefined, (text) =>
      parseFileLocation(text, azureAccount),
    ),
    fileRetentionDays: read("PLATFORM_FILE_RETENTION_DAYS", 90, (text) =>
      parseInteger(text, 1, 36_500),
    ),
    quotas: {
      files: read<number | undefined>("PLATFORM_QUOTA_FILES", 10 * gibibyte, parseBytes),
      toolkits: read<number | undefined>("PLATFORM_QUOTA_TOOLKITS", 500 * 1024 ** 2, parseBytes),
      logsAndEvents: read<number | undefined>(
        "PLATFORM_QUOTA_LOGS_AND_EVENTS",
        10 * gibibyte,
        parseBytes,
      ),
    },
    diskReserve: read<DiskReserve>("PLATFORM_DISK_RESERVE", "usual", parseBytes),
    managedAuth: read(
      "PLATFORM_MANAGED_AUTH",
      { toolkits: [], listSchemes: () => [], find: () => undefined },
      parseManagedAuth,
    ),
    ownToolkits: read<string | undefined>("PLATFORM_TOOLKITS", undefined, parseFolder),
    hasExample: read<boolean>("PLATFORM_EXAMPLE", embedded, (text) =>
      text === "on" || text === "off" ? text === "on" : { problem: "has to be on or off" },
    ),
    projectName: read<string | undefined>("PLATFORM_PROJECT_NAME", undefined, parseProjectName),
    tracing: readTracing(read),
    trustedProxies: read("PLATFORM_TRUSTED_PROXIES", [], (text) =>
      parseList(text, isAddressOrRange, "an address or a CIDR such as 10.1.0.0/16"),
    ),
    logLevel: read<LogLevel>("PLATFORM_LOG_LEVEL", "info", (text) => {
      const level = logLevels.find((name) => name === text);
      return level ?? { problem: `has to be one of ${logLevels.join(", ")}` };
    }),
  };
}

/** These variables are defined by OpenTelemetry's specification, "OpenTelemetry Protocol Exporter". */
function readTracing(read: Reader): PlatformConfig["tracing"] {
  const base = read("OTEL_EXPORTER_OTLP_ENDPOINT", undefined, parseCollectorUrl);
  const whole = read("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", undefined, parseCollectorUrl);
  const serviceName = read("OTEL_SERVICE_NAME", "integration-platform", (text) => text);
  const url = whole ?? (base && `${trimEnd(base, "/")}/v1/traces`);
  return url === undefined ? undefined : { url, serviceName };
}

/**
 * Finds misspelt names. A misspelt variable would be ignored silently, even one as important as the address to which
 * users are sent.
 */
function findUnknown(environment: Environment): readonly ConfigProblem[] {
  const known = new Set<string>(
    variables.flatMap(({ name, isSecret }) => (isSecret ? [name, toFileVariable(name)] : [name])),
  );
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .map((name) => ({
      variable: name,
      message: `is not known. ${askWhichVariable(name)}docs/operations.md lists the names.`,
    }));
}

const gibibyte = 1024 ** 3;
const prefix = "PLATFORM_";

/** Asks without the prefix, because it makes all names similar, and because `PLATFORM_PORT` probably means `PORT`. */
function askWhichVariable(unknown: string): string {
  const names = new Map(variables.map(({ name }) => [withoutPrefix(name), name]));
  const word = withoutPrefix(unknown);
  const meant = names.get(word);
  return meant === undefined
    ? askDidYouMean(word, names.keys(), (each) => names.get(each) ?? each)
    : `Did you mean \`${meant}\`? `;
}

function withoutPrefix(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function isProblem(value: unknown): value is { readonly problem: string } {
  return typeof value === "object" && value !== null && "problem" in value;
}
