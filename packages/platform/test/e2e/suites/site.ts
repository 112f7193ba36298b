import { expect, test } from "vitest";
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
    expect((await get("/"))[0]).toBe(302);
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
