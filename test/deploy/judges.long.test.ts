import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { createCluster } from "../../packages/platform/test/running/support/cluster.ts";
import { runPlatform } from "../../packages/platform/test/running/support/platform-process.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";

const [helm, kubernetes, systemd, server] = [
  findNeed("helm"),
  findNeed("kubectl-validate"),
  findNeed("systemd-analyze"),
  findNeed("postgresql"),
];
const chart = resolveInRoot("deploy/helm/integration-platform");
const folder = mkdtempSync(join(tmpdir(), "deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints, and its exit code. */
function run(program: string, words: readonly string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  return { code: status, text: stdout + stderr };
}

describe.skipIf(helm === undefined)("the chart, judged by helm", () => {
  const least = ["--set", "baseUrl=https://platform.example.com", "--set", "files=s3://acme/files"];
  const everything = [
    ...["--set", "ingress.enabled=true,ingress.host=platform.example.com"],
    ...["--set", "ingress.className=nginx,ingress.tlsSecretName=tls,podMonitor.enabled=true"],
    ...["--set", "networkPolicy.requestsFrom={ingress-nginx},trustedProxies={10.0.0.0/8}"],
    ...["--set", "settings.PLATFORM_RATE_LIMIT=5000,envFrom[0].secretRef.name=aws"],
    ...["--set", "nodeSelector.pool=a,tolerations[0].key=a,imagePullSecrets[0].name=r"],
  ];
  const render = (given: readonly string[]) =>
    run(helm ?? "", ["template", "p", chart, "--kube-version", "1.31.0", ...given]);

  test.each([
    ["the least that it needs", least, 9],
    ["everything that it knows", [...least, ...everything], 11],
  ])("helm lints it, and renders it with %s", (_, given, count) => {
    const linted = run(helm ?? "", ["lint", "--strict", chart, ...given]);
    expect([linted.code, linted.text]).toEqual([0, expect.stringContaining("0 chart(s) failed")]);
    const { code, text } = render(given);
    expect([code, code === 0 ? "" : text]).toEqual([0, ""]);
    const documents = parseAllDocuments(text).filter(({ contents }) => contents !== null);
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(documents).toHaveLength(count);
  });

  test.skipIf(kubernetes === undefined)("Kubernetes' own schemas accept what it renders", () => {
    // Kubernetes does not know the kind of Prometheus' operator.
    const { text } = render([...least, ...everything, "--set", "podMonitor.enabled=false"]);
    const file = join(folder, "rendered.yaml");
    const judge = (written: string) => {
      writeFileSync(file, written);
      return run(kubernetes ?? "", ["--version", "1.30", file]);
    };
    const { code, text: said } = judge(text);
    expect([code, said]).toEqual([0, expect.stringContaining("OK")]);
    expect(judge(text.replace("readinessProbe", "readyProbe")).code).toBe(1);
  });

  test("helm says which values are missing or wrong", () => {
    const { code, text } = render(["--set", "workers.replicas=3"]);
    expect(code).toBe(1);
    for (const part of ["baseUrl", "files", "workers"]) {
      expect(text).toContain(part);
    }
  });
});

test.skipIf(systemd === undefined)("systemd accepts the unit, and finds little to attack", () => {
  const text = resolveInRoot("deploy/systemd/integration-platform@.service");
  const unit = join(folder, "integration-platform@api.service");
  cpSync(text, unit);
  // The service is not installed here, and that is all that systemd may say.
  const said = run(systemd ?? "", ["verify", unit])
    .text.trim()
    .split("\n");
  expect(
    said.filter((line) => !/node_modules\/\.bin\/platform is not executable/.test(line)),
  ).toEqual([]);
  const security = run(systemd ?? "", ["security", "--offline=true", "--threshold=15", unit]);
  expect([security.code, /exposure level.*/.exec(security.text)?.[0]]).toEqual([
    0,
    expect.stringContaining("OK"),
  ]);
});

test.skipIf(server === undefined)(
  "the user that compose makes in PostgreSQL migrates the database, with secrets from files",
  async () => {
    const cluster = await createCluster();
    onTestFinished(() => cluster.remove());
    const file = (title: string, secret: string): string => {
      const path = join(folder, title);
      writeFileSync(path, secret, { mode: 0o600 });
      return path;
    };
    const url = new URL(cluster.url);
    const password = "p'a\"s$s";
    const script = resolveInRoot("deploy/postgres/create-user.sh");
    const made = spawnSync("sh", [script], {
      encoding: "utf8",
      env: {
        ...process.env,
        ...{ PGHOST: url.hostname, PGPORT: url.port },
        ...{ POSTGRES_USER: "postgres", POSTGRES_DB: url.pathname.slice(1) },
        PLATFORM_PASSWORD_FILE: file("password", password),
      },
    });
    expect([made.status, made.stderr]).toEqual([0, ""]);
    url.username = "platform";
    url.password = encodeURIComponent(password);
    const { code, stdout, stderr } = await runPlatform(["migrate"], {
      DATABASE_URL_FILE: file("url", url.href),
      PLATFORM_MASTER_KEYS_FILE: file("keys", `1:${Buffer.alloc(32, 1).toString("base64")}\n`),
      PLATFORM_BASE_URL: "http://localhost:3000",
    });
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining("up to date")]);
  },
  60_000,
);
