import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../../../../scripts/support/paths.ts";
import { documentedUrl } from "../../../src/api/http/site/site.ts";
import { startWorld, type World } from "../world.ts";

/** The pages beside the API, and stopping a process. */
export function testSite(world: () => World): void {
  const get = async (path: string) => {
    const response = await fetch(world().url + path, { redirect: "manual" });
    return [response.status, response.headers.get("content-type"), await response.text()];
  };

  test("the reference, the document, pictures and the style of the pages are there, and nothing else", async () => {
    expect(await get("/docs/")).toEqual([
      200,
      "text/html; charset=utf-8",
      expect.stringContaining("Reference"),
    ]);
    expect((await get("/openapi.json"))[1]).toBe("application/json; charset=utf-8");
    expect((await get("/openapi.yaml"))[1]).toBe("application/yaml; charset=utf-8");
    expect(await get("/logos/acme.svg")).toEqual([
      200,
      "image/svg+xml",
      expect.stringContaining(">A<"),
    ]);
    // A project may have its own toolkit with this slug. The request has no key, so any slug gets a picture.
    expect(await get("/logos/my_own.svg")).toEqual([
      200,
      "image/svg+xml",
      expect.stringContaining(">M<"),
    ]);
    expect((await get("/favicon.ico")).slice(0, 2)).toEqual([200, "image/svg+xml"]);
    expect((await get("/link.css"))[1]).toBe("text/css; charset=utf-8");
    expect(await get("/robots.txt")).toEqual([
      200,
      "text/plain; charset=utf-8",
      "User-agent: *\nDisallow: /\n",
    ]);
    expect(await get("/llms.txt")).toEqual([
      200,
      "text/markdown; charset=utf-8",
      expect.stringContaining("(/docs/llms.txt)"),
    ]);
    expect(await get("/")).toEqual([
      200,
      "application/json",
      expect.stringContaining('"api":"/api/v3"'),
    ]);
    for (const path of [
      "/logos/not%20a%20slug.svg",
      "/docs/..%2f..%2fetc%2fpasswd",
      "/nothing",
      "/api/v4/x",
    ]) {
      expect([path, ...(await get(path))]).toEqual([
        path,
        404,
        "application/json",
        expect.stringContaining("Request_PathUnknown"),
      ]);
    }
  });

  test("the reference and the document name the address of the deployment", async () => {
    const { baseUrl } = world().serving.platform;
    expect(baseUrl).not.toBe("http://localhost:3000");
    const [, , page] = await get("/docs/");
    expect(page).toBe(`<!doctype html><title>Reference – ${baseUrl}</title>${baseUrl}/`);
    expect(JSON.parse(String((await get("/openapi.json"))[2]))).toEqual({
      servers: [{ url: baseUrl }],
    });
    expect((await get("/openapi.yaml"))[2]).toContain(`servers: [{ url: ${baseUrl} }]`);
    const head = await fetch(`${world().url}/docs/`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(String(page))));
    // The address that is replaced is that of the document.
    const written = readFileSync(resolveInRoot("spec/openapi.yaml"), "utf8");
    expect(written).toContain(`base_url:\n        default: ${documentedUrl}\n`);
  });

  test("a browser gets the console, and a page with a way back for an address that does not exist", async () => {
    const accept =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
    const browse = async (path: string, method = "GET") => {
      const response = await fetch(world().url + path, { method, headers: { accept } });
      return [response.status, response.headers.get("content-type"), await response.text()];
    };
    const home = await fetch(`${world().url}/`, { headers: { accept }, redirect: "manual" });
    expect([home.status, home.headers.get("location")]).toEqual([302, "/console"]);
    for (const path of ["/nothing", "/docs/nothing.html", "/api/v4/x", "/api/v3/nothing"]) {
      expect([path, ...(await browse(path))]).toEqual([
        path,
        404,
        expect.stringMatching(/^text\/html/),
        expect.stringContaining('href="/"'),
      ]);
    }
    expect((await browse("/nothing", "POST"))[1]).toBe("application/json");
    // An operation that exists answers as it always does.
    expect((await browse("/api/v3/toolkits"))[1]).toBe("application/json");
  });

  test("health, readiness and metrics are reported, metrics on a port of their own", async () => {
    expect(await get("/health")).toEqual([200, "application/json", '{"status":"ok"}']);
    expect(await get("/ready")).toEqual([200, "application/json", '{"status":"ready"}']);
    expect((await get("/metrics"))[0]).toBe(404);
    const metrics = await (await fetch(world().serving.metricsUrl ?? "")).text();
    expect(metrics).toMatch(
      /platform_http_request_duration_seconds_count\{operation="executeTool",method="POST",status="200"\} [1-9]/,
    );
    expect(metrics).toMatch(
      /platform_tool_executions_total\{toolkit="acme",outcome="failure"\} [1-9]/,
    );
  });

  test("a stop lets running requests finish, and accepts no new ones", async () => {
    const stopping = await startWorld({ storage: world().storage });
    const running = stopping.platform.tools.executeTool({
      tool_slug: "ACME_GET_SLOW",
      body: { version: "latest", arguments: {} },
    });
    await expect.poll(() => stopping.application.seen.length).toBe(1);
    const stopped = stopping.serving.stop();
    // A request that arrives before the port is closed is still answered.
    const fetchHealth = () => fetch(`${stopping.url}/health`).then(({ status }) => status, String);
    await expect.poll(fetchHealth, { interval: 5 }).toMatch(/fetch failed/);
    expect(await running).toMatchObject({ successful: true, data: { ok: true } });
    await stopped;
    await stopping.close();
  });
}
