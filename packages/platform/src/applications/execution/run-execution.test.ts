import { describe, expect, it } from "vitest";
import { catchFailure, useToolRunner } from "./testing/run-tool.ts";

const run = useToolRunner();

describe("answers", () => {
  it("are results by their content type", async () => {
    expect(await run.run("OPTIONAL", {})).toMatchObject({
      successful: true,
      data: { ok: true },
      error: null,
      trace: { status: 200, attempts: 1, mismatches: [] },
    });
    expect(await run.run("LIST")).toMatchObject({
      data: { items: [{ id: 1 }, { id: "two" }] },
      trace: { mismatches: ["answer[1].id: expected integer"] },
    });
    expect(await run.run("TEXT")).toMatchObject({
      data: { value: "grüß" },
      trace: { mismatches: ["answer: expected JSON"] },
    });
    expect(await run.run("BYTES")).toMatchObject({ data: { content: "AQID", encoding: "base64" } });
    expect(await run.run("EMPTY")).toMatchObject({ successful: true, data: {} });
  });

  it("are failures by status and by the success condition, with the application's message", async () => {
    expect(await run.run("FAIL", { status: 404 })).toMatchObject({
      successful: false,
      error: "failed with 404",
      data: {
        status_code: 404,
        message: "failed with 404",
        body: { message: "failed with 404", secret: null },
      },
    });
    expect(await run.run("PAGE")).toMatchObject({
      data: { status_code: 500, message: "The application answered 500.", body: "<h1>Oops</h1>" },
    });
    expect(await run.run("WRAPPED", { kind: "bad" })).toMatchObject({
      successful: false,
      error: "not_in_channel",
      data: { status_code: 200, body: { ok: false, error: "not_in_channel" } },
    });
    expect(await run.run("WRAPPED", { kind: "good" })).toMatchObject({
      successful: true,
      data: { n: 1 },
    });
  });

  it("with a page in place of JSON, and JSON that was cut off, are failures with the reason", async () => {
    for (const type of ["text/html; charset=utf-8", "application/json", "text/plain"]) {
      expect(await run.run("LOGIN", { type }), type).toMatchObject({
        successful: false,
        error: expect.stringContaining("with a page instead of JSON"),
        data: { status_code: 200, body: expect.stringContaining("Sign in") },
      });
    }
    expect(await run.run("CUT")).toMatchObject({
      successful: false,
      error: expect.stringContaining("JSON that cannot be read"),
      data: { status_code: 200 },
    });
    // Nothing says that this page is not the answer.
    expect(await run.run("ANY_PAGE", { type: "text/html" })).toMatchObject({ successful: true });
  });

  it.each([
    [{ detail: "No robot", title: "Not found" }, "No robot"],
    [{ detail: [{ loc: ["body", "name"], msg: "field required" }] }, "field required"],
    [{ error: "invalid_grant", error_description: "It expired" }, "It expired"],
    [{ type: "about:blank", title: "Not found", status: 422 }, "Not found"],
    [{ errors: [{ message: "Name is taken" }, { message: "b" }] }, "Name is taken"],
    [{ errors: ["Name is taken"] }, "Name is taken"],
    [{ error: "boom" }, "boom"],
  ])("with the body %j are failures with the message of the application", async (body, message) => {
    const failed = await run.run("PROBLEM", { body: JSON.stringify(body) });
    expect(failed).toMatchObject({ successful: false, error: message });
  });

  it("over 2 MiB are passed on as they came, and fail when a condition depends on them", async () => {
    const long = await run.run("LONG");
    expect(long).toMatchObject({
      successful: true,
      data: { encoding: "base64", mimetype: "application/json" },
      trace: { mismatches: [] },
    });
    const text = Buffer.from(String(Object(long.data).content), "base64").toString();
    expect(JSON.parse(text)).toMatchObject({ ok: true });
    expect(await run.run("WRAPPED", { kind: "long" })).toMatchObject({
      successful: false,
      data: { status_code: 200, body: null, message: expect.stringContaining("2 MiB") },
    });
  });

  it("over 10 MiB are not parsed and count as failed", async () => {
    expect(await run.run("LARGE")).toMatchObject({
      successful: false,
      data: { status_code: 200, body: null, message: expect.stringContaining("10 MiB") },
    });
  });

  it("that say the limit is used up are passed on with the time to wait", async () => {
    const limited = await catchFailure(run.run("LIMITED"));
    expect([limited.slug, limited.retryAfterSeconds]).toEqual([
      "ToolExecution_ProviderRateLimited",
      17,
    ]);
    expect((await catchFailure(run.run("LEFT"))).slug).toBe("ToolExecution_ProviderRateLimited");
  });

  it("that do not come in time, or break off, are errors", async () => {
    const slow = await catchFailure(run.run("SLOW", {}, { context: { timeout: 100 } }));
    expect(slow.slug).toBe("ToolExecution_TimedOut");
    expect((await catchFailure(run.run("BROKEN_POST"))).slug).toBe("ToolExecution_NoAnswer");
  });

  it("of safe calls are tried again, and others never", async () => {
    expect(await run.run("FLAKY", { id: "a" })).toMatchObject({
      successful: true,
      data: { count: 3 },
      trace: { attempts: 3 },
    });
    expect(await run.run("FLAKY_POST", { id: "b" })).toMatchObject({
      successful: false,
      data: { status_code: 503 },
      trace: { attempts: 1 },
    });
    const count = (): number =>
      run.application.requests.filter(({ url }) => url === "/main/broken").length;
    const before = count();
    await catchFailure(run.run("BROKEN"));
    expect(count()).toBe(before + 3);
    await catchFailure(run.run("BROKEN_POST"));
    expect(count()).toBe(before + 4);
  });
});
