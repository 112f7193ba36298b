import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEgress, type Egress } from "../../base/egress/create-egress.ts";
import { PlatformError } from "../../base/errors.ts";
import { buildProxyRequest, type ProxyRequest, type ProxyResponse } from "./proxy-request.ts";
import { type Application, startApplication } from "./testing/application.ts";

let application: Application;
let egress: Egress;

beforeAll(async () => {
  application = await startApplication();
  egress = createEgress({ allow: ["127.0.0.1"] });
});
afterAll(async () => {
  await egress.close();
  await application.close();
});

async function send(request: Partial<ProxyRequest>, timeout = 60_000): Promise<ProxyResponse> {
  const { toolkit } = application;
  const [scheme] = toolkit.authSchemes;
  if (scheme === undefined) {
    throw new Error("no scheme");
  }
  const account = { scheme, values: { generic_api_key: "secret", tenant: "main" } };
  return await buildProxyRequest(
    { toolkit, account, endpoint: "/open", method: "GET", ...request },
    { egress, timeout },
  )();
}

async function catchFailure(
  request: Partial<ProxyRequest>,
  timeout?: number,
): Promise<PlatformError> {
  const error: unknown = await send(request, timeout).then(
    () => new Error("did not fail"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlatformError)) {
    throw error;
  }
  return error;
}

const getLastRequest = () => application.requests.at(-1);

describe("buildProxyRequest", () => {
  it("sends the caller's request, with the account's credentials", async () => {
    const answer = await send({
      endpoint: "things/1?a=b%20c",
      method: "POST",
      body: { name: "x" },
      parameters: [
        { name: "X-Other", value: "1", type: "header" },
        { name: "q", value: "ü&", type: "query" },
      ],
    });
    expect(answer).toMatchObject({
      status: 200,
      data: { ok: true },
      headers: { "content-type": "application/json" },
    });
    expect(getLastRequest()).toMatchObject({
      method: "POST",
      url: "/main/things/1?a=b%20c&q=%C3%BC%26",
      body: '{"name":"x"}',
      headers: {
        "x-key": "secret",
        "x-other": "1",
        "x-api-version": "7",
        "content-type": "application/json",
      },
    });
    const text = { name: "Content-Type", value: "text/csv", type: "header" } as const;
    await send({ method: "PUT", body: "a;b", parameters: [text] });
    expect(getLastRequest()).toMatchObject({
      body: "a;b",
      headers: { "content-type": "text/csv" },
    });
    await send({ method: "PUT", body: "a" });
    expect(getLastRequest()?.body).toBe('"a"');
  });

  it("answers every status, text, bytes and nothing as they are", async () => {
    expect(await send({ endpoint: "/fail/418" })).toMatchObject({
      status: 418,
      data: { message: "failed with 418" },
    });
    expect(await send({ endpoint: "/limited" })).toMatchObject({
      status: 429,
      headers: { "retry-after": "17" },
    });
    expect(await send({ endpoint: "/text" })).toMatchObject({ data: "grüß" });
    expect(await send({ endpoint: "/bytes" })).toMatchObject({ data: "AQID" });
    expect(await send({ endpoint: "/empty", method: "DELETE" })).toMatchObject({
      status: 204,
      data: null,
    });
    expect(await send({ endpoint: "/large" })).toMatchObject({ status: 200, data: null });
  });

  it("takes absolute URLs of the toolkit's hosts only", async () => {
    const { port } = application;
    expect((await send({ endpoint: `http://127.0.0.1:${port}/other` })).status).toBe(200);
    expect(getLastRequest()?.url).toBe("/other");
    const before = application.requests.length;
    for (const endpoint of [
      "https://evil.example/",
      "//evil.example/x",
      "\\\\evil.example\\x",
      `http://127.0.0.1:${port}@evil.example/`,
      `http://user@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port + 1}/`,
      `https://127.0.0.1:${port}/`,
      "http://files.app.example/",
      "https://files.app.example:8443/",
      "javascript:alert(1)",
      "/a\nb",
      "http://",
    ]) {
      expect((await catchFailure({ endpoint })).slug, endpoint).toBe(
        "ToolExecution_EndpointNotAllowed",
      );
    }
    expect((await catchFailure({ endpoint: "https://files.app.example/x" })).slug).toBe(
      "ToolExecution_NoAnswer",
    );
    expect(application.requests.length).toBe(before);
  });

  it("follows redirects to the toolkit's hosts only", async () => {
    const away = encodeURIComponent("https://evil.example/");
    expect((await send({ endpoint: `/moved/${away}` })).status).toBe(302);
    expect(
      (await send({ endpoint: `/moved/${encodeURIComponent("/main/list")}` })).data,
    ).toHaveLength(2);
  });

  it("refuses headers and parameters that the caller may not set", async () => {
    const names = [
      "host",
      "Content-Length",
      "connection",
      "transfer-encoding",
      "X-KEY",
      "bad name",
    ];
    const parameters = names.map((name) => ({ name, value: "a", type: "header" as const }));
    const error = await catchFailure({
      parameters: [...parameters, { name: "X", value: "a\r\nb", type: "header" }],
    });
    expect([error.slug, error.errors]).toEqual([
      "Validation_Failed",
      [
        ...[0, 1, 2, 3, 4].map((index) => `body.parameters[${index}].name: cannot be set`),
        "body.parameters[5]: is not a header",
        "body.parameters[6]: is not a header",
      ],
    ]);
    expect((await catchFailure({ body: {} })).errors).toEqual(["body.body: not allowed with GET"]);
  });

  it("fails when no answer comes", async () => {
    expect((await catchFailure({ endpoint: "/broken", method: "POST" })).slug).toBe(
      "ToolExecution_NoAnswer",
    );
    expect((await catchFailure({ endpoint: "/slow" }, 80)).slug).toBe("ToolExecution_TimedOut");
  });
});
