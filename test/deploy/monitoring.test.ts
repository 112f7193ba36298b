import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "../../packages/platform/src/api/http/metrics.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";

const rulesFile = resolveInRoot("deploy/monitoring/alerts.yaml");
const promtool = findNeed("promtool");

/** The expressions of the rules and of the dashboard, and the metrics that the service has, as Prometheus reads them. */
interface Read {
  readonly rules: readonly string[];
  readonly panels: readonly string[];
  readonly metrics: string;
}

async function read(): Promise<Read> {
  const { groups } = parse(readFileSync(rulesFile, "utf8")) as {
    groups: { rules: { expr: string }[] }[];
  };
  const dashboard = JSON.parse(
    readFileSync(resolveInRoot("deploy/monitoring/dashboard.json"), "utf8"),
  ) as { panels: { targets: { expr: string }[] }[] };
  const metrics = createMetrics();
  metrics.showQueue(async () => [{ kind: "webhook.deliver", due: 1, oldest_seconds: 2, dead: 0 }]);
  return {
    rules: groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    panels: dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr)),
    metrics: (await metrics.render()).text,
  };
}

test("rules and dashboard name metrics and operations that exist, and leave out none of the platform's", async () => {
  const { rules, panels, metrics } = await read();
  expect(rules.length).toBeGreaterThan(10);
  expect(panels.length).toBeGreaterThan(15);
  const types = [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const series = types.flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  const named = new Set(
    [...rules, ...panels].flatMap((expr) => expr.match(/\b(?:platform|process|nodejs)_\w+/g) ?? []),
  );
  expect([...named].filter((name) => !series.includes(name))).toEqual([]);
  const own = types.map(([, name = ""]) => name).filter((name) => name.startsWith("platform_"));
  const isNamed = (name: string): boolean => [...named].some((each) => each.startsWith(name));
  expect(own.filter((name) => !isNamed(name))).toEqual([]);
  const operations = [...rules, ...panels].flatMap((expr) =>
    [...expr.matchAll(/operation!?=~?"([^"]+)"/g)].flatMap(([, names = ""]) => names.split("|")),
  );
  const document = globSync(resolveInRoot("spec/paths/*.yaml"))
    .map((file) => readFileSync(file, "utf8"))
    .join("");
  const isKnown = (name: string): boolean => document.includes(`operationId: ${name}\n`);
  expect(operations.length).toBeGreaterThan(2);
  expect(operations.filter((name) => !isKnown(name))).toEqual([]);
});

test("the queue is measured once for collectors that come together, and is absent when it cannot be read", async () => {
  const metrics = createMetrics();
  let reads = 0;
  metrics.showQueue(async () => {
    reads += 1;
    return [{ kind: "a", due: 3, oldest_seconds: 7, dead: 1 }];
  });
  const [first, second] = await Promise.all([metrics.render(), metrics.render()]);
  expect(reads).toBe(1);
  for (const { text } of [first, second]) {
    expect(text).toContain('platform_jobs_due{kind="a"} 3');
    expect(text).toContain('platform_jobs_oldest_due_seconds{kind="a"} 7');
    expect(text).toContain('platform_jobs_dead{kind="a"} 1');
  }
  const away = createMetrics();
  away.showQueue(() => Promise.reject(new Error("away")));
  expect((await away.render()).text).not.toMatch(/^platform_jobs_due\{/m);
});

test.skipIf(promtool === undefined)(
  "promtool accepts the rules, their tests, the metrics, and each expression of the dashboard",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "platform-rules-"));
    try {
      const run = (words: readonly string[], input?: string): string =>
        execFileSync(promtool ?? "", words, { cwd: folder, input, encoding: "utf8" });
      cpSync(rulesFile, join(folder, "alerts.yaml"));
      cpSync(resolveInRoot("test/deploy/alerts-test.yaml"), join(folder, "alerts-test.yaml"));
      expect(run(["check", "rules", "alerts.yaml"])).toContain("SUCCESS");
      expect(run(["test", "rules", "alerts-test.yaml"])).toContain("SUCCESS");
      const { panels, metrics } = await read();
      // The library's own metrics of Node break some advice on names, so only ours are judged.
      const own = metrics
        .split(/(?=^# HELP )/m)
        .filter((part) => part.startsWith("# HELP platform_"));
      run(["check", "metrics"], own.join(""));
      const rules = panels.map((expr, n) => ({
        record: `panel_${n}`,
        expr: expr.replaceAll("$__rate_interval", "5m"),
      }));
      const groups = [{ name: "panels", rules }];
      writeFileSync(join(folder, "panels.json"), JSON.stringify({ groups }));
      expect(run(["check", "rules", "panels.json"])).toContain("SUCCESS");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
