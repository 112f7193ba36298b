import { Resolver } from "node:dns";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readLocalMasterKeys } from "./local-master-keys.ts";
import { ConfigError, formatConfigProblem, readConfig, readSettings } from "./read-config.ts";
import { variables } from "./variables.ts";

const directory = mkdtempSync(join(tmpdir(), "platform-config-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const key = Buffer.alloc(32, 7).toString("base64");

function listConfigProblems(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
}

test("an unknown variable is refused, with the name that was probably meant", () => {
  const known = "docs/operations.md lists the names.";
  expect(listConfigProblems({ PLATFORM_BASEURL: "x" })).toEqual([
    `PLATFORM_BASEURL: is not known. Did you mean \`PLATFORM_BASE_URL\`? ${known}`,
  ]);
  // The names of some variables do not begin with PLATFORM_.
  expect(listConfigProblems({ PLATFORM_PORT: "x", PLATFORM_DATABSE_URL: "x" })).toEqual([
    `PLATFORM_PORT: is not known. Did you mean \`PORT\`? ${known}`,
    `PLATFORM_DATABSE_URL: is not known. Did you mean \`DATABASE_URL\`? ${known}`,
  ]);
  expect(listConfigProblems({ PLATFORM_COLOUR: "x" })).toEqual([
    `PLATFORM_COLOUR: is not known. ${known}`,
  ]);
});

test("without any variable the platform is embedded, on loopback, as api and worker", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    storage: { kind: "embedded", directory: resolve(".data") },
    baseUrl: "http://localhost:3000",
    host: "127.0.0.1",
    port: 3000,
    roles: { api: true, worker: true },
    egressAllow: ["127.0.0.0/8", "::1/128"],
    rateLimit: 2000,
    processorMs: 60_000,
  });
  expect(config.masterKeys).toBeUndefined();
});

test("files are in a folder, in a bucket, or in a container of Azure", () => {
  expect(readConfig({}).files).toBeUndefined();
  const read = (text: string, connection?: string) =>
    readConfig({ PLATFORM_FILES: text, AZURE_STORAGE_CONNECTION_STRING: connection }).files;
  expect(read("s3://acme-files/a/b?region=eu-central-1")).toEqual({
    kind: "s3",
    bucket: "acme-files",
    prefix: "a/b/",
    endpoint: undefined,
    region: "eu-central-1",
  });
  expect(read("s3://acme-files?endpoint=http://minio:9000")).toMatchObject({
    prefix: "",
    endpoint: "http://minio:9000",
  });
  expect(read("azure://files/platform/", "AccountName=a")).toEqual({
    kind: "azure",
    container: "files",
    prefix: "platform/",
    connectionString: "AccountName=a",
  });
  for (const wrong of [
    ...["/srv/files", "s3:///x", "s3://A_B", "s3://a.b/../c d", "s3://key:secret@files"],
    ...["s3://files?endpoint=minio:9000", "s3://files?secret=x", "azure://f", "azure://files?x=y"],
  ]) {
    expect(listConfigProblems({ PLATFORM_FILES: wrong })).toEqual([
      expect.stringMatching(/^PLATFORM_FILES: has to be s3:\/\/<bucket>\/<prefix>, with .*\.$/),
    ]);
  }
  expect(listConfigProblems({ PLATFORM_FILES: "azure://files" })).toEqual([
    "PLATFORM_FILES: needs AZURE_STORAGE_CONNECTION_STRING, with the account and its key.",
  ]);
});

test("with DATABASE_URL the base address and the master keys have to be set, and egress is closed", () => {
  const url = "postgres://u:p@db/platform";
  expect(listConfigProblems({ DATABASE_URL: url })).toEqual([
    "PLATFORM_BASE_URL: has to be set together with DATABASE_URL; it is the address under which users reach the service, such as https://platform.example.com.",
    "PLATFORM_MASTER_KEYS: has to be set together with DATABASE_URL; as in 1:<key>, and a key is made with: openssl rand -base64 32.",
  ]);
  const config = readConfig({
    DATABASE_URL: url,
    PLATFORM_BASE_URL: "https://platform.example.com/",
    PLATFORM_MASTER_KEYS: `2:${key}`,
    PLATFORM_ROLE: "worker",
  });
  expect(config.storage).toEqual({ kind: "postgres", url, poolSize: 10, rolePrefix: "" });
  expect(config).toMatchObject({
    baseUrl: "https://platform.example.com",
    egressAllow: [],
    host: "0.0.0.0",
    roles: { api: false, worker: true },
  });
  expect(config.masterKeys?.primary).toBe(2);
});

test("every problem is reported at once, with its fix and without the secrets", () => {
  const problems = listConfigProblems({
    DATABASE_URL: "mysql://root:hunter2@db/x",
    PLATFORM_BASE_URL: "platform",
    PLATFORM_MASTER_KEYS: "1:c2VjcmV0",
    PLATFORM_ROLE: "both",
    PORT: "70000",
    PLATFORM_METRICS_PORT: "x",
    PLATFORM_EGRESS_ALLOW: "10.0.0.0/8, 10.0.0.0/99",
    PLATFORM_DNS_SERVERS: "10.0.0.2, dns.example.com, 10.0.0.2:0, 10.0.2",
    PLATFORM_ALLOWED_ORIGINS: "https://a.example.com/path",
    PLATFORM_RATE_LIMIT: "0",
    PLATFORM_PROCESSOR_LIMIT: "all",
    PLATFORM_CONCURRENT_EXECUTIONS: "0",
    PLATFORM_MANAGED_AUTH: '{"github": {"OAUTH2": {"client_secret": "hunter2"}}}',
    PLATFORM_POOL_SIZE: "-1",
    PLATFORM_DB_ROLE_PREFIX: "pg_a",
    PLATFORM_LOG_LEVEL: "loud",
    PLATFORM_BASEURL: "https://typo.example.com",
  });
  expect(problems.map((line) => line.split(":")[0]).toSorted()).toEqual([
    "DATABASE_URL",
    "PLATFORM_ALLOWED_ORIGINS",
    "PLATFORM_BASEURL",
    "PLATFORM_BASE_URL",
    "PLATFORM_CONCURRENT_EXECUTIONS",
    "PLATFORM_DB_ROLE_PREFIX",
    "PLATFORM_DNS_SERVERS",
    "PLATFORM_EGRESS_ALLOW",
    "PLATFORM_LOG_LEVEL",
    "PLATFORM_MANAGED_AUTH",
    "PLATFORM_MASTER_KEYS",
    "PLATFORM_METRICS_PORT",
    "PLATFORM_POOL_SIZE",
    "PLATFORM_PROCESSOR_LIMIT",
    "PLATFORM_RATE_LIMIT",
    "PLATFORM_ROLE",
    "PORT",
  ]);
  expect(problems.join("\n")).not.toMatch(/hunter2|c2VjcmV0/);
  expect(problems).toContain(
    "PLATFORM_DNS_SERVERS: dns.example.com, 10.0.0.2:0, 10.0.2 is not an address such as 10.0.0.2 or [2001:db8::1]:5353.",
  );
  expect(problems).toContain("PORT: has to be a whole number from 0 to 65535.");
});

test("name servers are addresses, with a port or without", () => {
  const given = "10.0.0.2, 10.0.0.3:5353, 2001:db8::1, [2001:db8::2], [2001:db8::3]:5353";
  const { dnsServers } = readConfig({ PLATFORM_DNS_SERVERS: given });
  expect(dnsServers).toEqual(given.split(", "));
  expect(() => new Resolver().setServers(dnsServers)).not.toThrow();
});

test("the table of variables has every variable that the code reads", () => {
  const read = new Set<string>();
  const spy = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        read.add(String(name));
        return undefined;
      },
      ownKeys: () => [],
    },
  );
  readConfig(spy);
  const names = variables.flatMap(({ name, isSecret }) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  );
  expect([...read].toSorted()).toEqual([...names].toSorted());
});

test("managed credentials are found by toolkit and scheme, from text or from a file", () => {
  const json = '{"github": {"OAUTH2": {"client_id": "id", "client_secret": "secret"}}}';
  const path = join(directory, "managed.json");
  writeFileSync(path, json);
  for (const value of [json, path]) {
    const { managedAuth } = readConfig({ PLATFORM_MANAGED_AUTH: value });
    expect(managedAuth.listSchemes("github")).toEqual(["OAUTH2"]);
    expect(managedAuth.find("github", "OAUTH2")).toEqual({
      client_id: "id",
      client_secret: "secret",
    });
    expect(managedAuth.find("slack", "OAUTH2")).toBeUndefined();
    expect(managedAuth.listSchemes("constructor")).toEqual([]);
  }
});

test("an embedded installation makes its master key once and keeps it to itself", () => {
  expect(() => readLocalMasterKeys(directory, true)).toThrow(/is missing, and the secrets/);
  const made = readLocalMasterKeys(directory, false);
  expect(made.primary).toBe(1);
  expect(readLocalMasterKeys(directory, true)).toEqual(made);
  expect(readLocalMasterKeys(directory, false)).toEqual(made);
  expect(statSync(join(directory, "master-keys")).mode & 0o777).toBe(0o600);
  writeFileSync(join(directory, "master-keys"), "damaged");
  expect(() => readLocalMasterKeys(directory, true)).toThrow(/Restore it from a backup/);
});

test("every secret can be read from a file", () => {
  const file = join(directory, "secret");
  const secrets = variables.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(secrets).toContain("DATABASE_URL");
  writeFileSync(file, `1:${key}\n`);
  const address = join(directory, "address");
  writeFileSync(address, "postgres://user:secret@db.example/platform\n");
  const config = readConfig({
    DATABASE_URL_FILE: address,
    PLATFORM_MASTER_KEYS_FILE: file,
    PLATFORM_BASE_URL: "https://platform.example.com",
  });
  expect(config.storage).toMatchObject({ url: "postgres://user:secret@db.example/platform" });
  expect(config.masterKeys?.primary).toBe(1);
  writeFileSync(file, " \n");
  for (const name of secrets) {
    const fileVariable = `${name}_FILE`;
    const missing = join(directory, "missing");
    expect(listConfigProblems({ [fileVariable]: missing })).toContain(
      `${fileVariable}: cannot be read (ENOENT). Mount ${missing}, and let this user read it.`,
    );
    expect(listConfigProblems({ [fileVariable]: file })).toContain(
      `${fileVariable}: is an empty file. Write the secret into ${file}.`,
    );
    expect(listConfigProblems({ [fileVariable]: file, [name]: "x" })).toContain(
      `${fileVariable}: ${name} is set too. Set one of them.`,
    );
  }
});

test("settings are shown with their source, with masked passwords and without secrets", () => {
  const file = join(directory, "keys");
  writeFileSync(file, `1:${key}`);
  const { settings } = readSettings({
    DATABASE_URL: "postgres://user:hunter2@db.example:5432/platform?sslpassword=hunter2",
    PLATFORM_MASTER_KEYS_FILE: file,
    PLATFORM_FILES: "s3://files?endpoint=http://user:hunter2@minio:9000",
    PLATFORM_MANAGED_AUTH: '{"github": {"OAUTH2": {"client_secret": "hunter2"}}}',
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://hunter2@collector:4318",
    PORT: "8080",
  });
  expect(JSON.stringify(settings)).not.toMatch(/hunter2/);
  expect(JSON.stringify(settings)).not.toContain(key);
  const shown = Object.fromEntries(
    settings.map(({ name, value, source, file: path }) => [name, [value, source, path]]),
  );
  expect(shown).toMatchObject({
    DATABASE_URL: ["postgres://user:***@db.example:5432/platform", "environment", undefined],
    PLATFORM_MASTER_KEYS: ["***", "file", file],
    PLATFORM_FILES: ["s3://files?endpoint=http://user:***@minio:9000", "environment", undefined],
    PORT: ["8080", "environment", undefined],
    HOST: ["0.0.0.0", "default", undefined],
    PLATFORM_EGRESS_ALLOW: ["none", "default", undefined],
    PLATFORM_EXAMPLE: ["off", "default", undefined],
    PLATFORM_BASE_URL: ["http://localhost:8080", "default", undefined],
  });
  expect(settings.map(({ name }) => name).toSorted()).toEqual(
    variables.map(({ name }) => name).toSorted(),
  );
  const embedded = readSettings({}).settings.find(({ name }) => name === "PLATFORM_EGRESS_ALLOW");
  expect(embedded?.value).toBe("127.0.0.0/8,::1/128");
});

test("no part of a password is shown, wherever it is in an address, and no problem repeats one", () => {
  const environments: readonly Readonly<Record<string, string>>[] = [
    ...[
      "//user:a hunter2@db.example/platform",
      "//user:a\thunter2@db.example/platform",
      "/user:hunter2@db.example/platform",
      "user:hunter2@db.example/platform",
      "//user:12/hunter2@db.example/platform",
      "//user:12?hunter2@db.example/platform",
      "//user:12#hunter2@db.example/platform",
      "//user:hunter2@hunter2@db.example/platform",
      "//hunter2@db.example/platform",
    ].map((rest) => ({ DATABASE_URL: `postgres:${rest}` })),
    // The secret in place of the file that holds it.
    { DATABASE_URL_FILE: "postgres://user:hunter2@db.example/platform" },
    { PLATFORM_MASTER_KEYS_FILE: "1:hunter2" },
    { PLATFORM_FILES: "s3://files?endpoint=http%3A%2F%2Fuser%3Ahunter2%40minio:9000" },
    { PLATFORM_FILES: "azure://files?sig=hunter2" },
    { PLATFORM_FILES: "s3://key:a hunter2@files" },
    { PLATFORM_ALLOWED_ORIGINS: "https://app.example.com,https://user:hunter2@app.example.com" },
    { PLATFORM_EGRESS_ALLOW: "https://user:hunter2@app.example.com/a?b=hunter2" },
    { PLATFORM_BASE_URL: "https://app.example.com/?token=hunter2" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com/v1?api_key=hunter2&a=hunter2" },
  ];
  for (const environment of environments) {
    const { settings, problems } = readSettings(environment);
    expect(JSON.stringify({ settings, problems }), JSON.stringify(environment)).not.toContain(
      "hunter2",
    );
  }
});

test("an address of the service with a password alone is refused too", () => {
  expect(readSettings({ PLATFORM_BASE_URL: "https://:hunter2@app.example.com" }).problems).toEqual([
    {
      variable: "PLATFORM_BASE_URL",
      message: expect.stringContaining("without query and user name"),
    },
  ]);
});

test("a file of a certificate that DATABASE_URL names and that is missing is reported", () => {
  const { problems } = readSettings({
    DATABASE_URL: `postgres://user@db.example/platform?sslmode=verify-full&sslrootcert=${directory}/none`,
    PLATFORM_BASE_URL: "http://localhost:3000",
    PLATFORM_MASTER_KEYS: `1:${key}`,
  });
  expect(problems.map(formatConfigProblem)).toEqual([
    `DATABASE_URL: has the parameter sslrootcert, and its file ${directory}/none is missing.`,
  ]);
});
