import { expect, test, vi } from "vitest";
import { start } from "../../../../test/server-router.ts";
import { InvalidResponseError } from "../../server.ts";

test("with validateResponses an answer that the document does not allow is a 500, and onError gets the reason", async () => {
  const answers: unknown[] = [
    { status: 200, body: { slug: 5 } },
    { status: 500, body: {} },
    { status: 200 },
    { status: 200, body: { slug: "ok" } },
  ];
  const onError = vi.fn();
  const { fetch } = start({ validateResponses: true, onError }, { getTool: () => answers.shift() });
  const statuses = [];
  for (const _ of [1, 2, 3, 4]) {
    statuses.push((await fetch("GET /tools/a")).status);
  }
  expect(statuses).toEqual([500, 500, 500, 200]);
  const errors = onError.mock.calls.map(([error]: InvalidResponseError[]) => error?.errors[0]);
  expect(errors).toEqual([
    expect.stringMatching(/^body\.slug: /),
    "status: 500 is not documented",
    "body: required",
  ]);
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(InvalidResponseError);
});

test("headers of an answer: lists, numbers, repeated cookies; a line break is refused", async () => {
  const headers = {
    "X-List": ["a", 1],
    "x-count": 2,
    "set-cookie": ["a=1", "b=2"],
    "x-no": undefined,
  };
  const onError = vi.fn();
  const { fetch } = start(
    { onError },
    {
      getTool: () => ({ status: 200, headers, body: {} }),
      sendAny: () => ({ status: 200, headers: { "x-evil": "a\r\nset-cookie: b" } }),
    },
  );
  const response = await fetch("GET /tools/a");
  expect(response.headers.get("x-list")).toBe("a,1");
  expect(response.headers.get("x-count")).toBe("2");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect((await fetch("POST /any")).status).toBe(500);
  expect(onError).toHaveBeenCalledOnce();
});

test("a header with the name __proto__ is sent, of a handler and of a web response", async () => {
  const answers: unknown[] = [
    { status: 200, headers: { ["__proto__"]: "of a handler" }, body: {} },
    new Response("own", { headers: [["__proto__", "of a response"]] }),
  ];
  const { fetch } = start({}, { getTool: () => answers.shift() });
  const sent = [];
  for (const _ of [1, 2]) {
    sent.push((await fetch("GET /tools/a")).headers.get("__proto__"));
  }
  expect(sent).toEqual(["of a handler", "of a response"]);
});

test("bodies of other types are sent as they are, and a web response too", async () => {
  const answers: unknown[] = [
    { status: 200, mediaType: "text/csv", body: "é;b" },
    { status: 200, mediaType: "image/png", body: new Uint8Array([1, 2]) },
    { status: 204, body: "nothing" },
    new Response("own", {
      status: 418,
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ],
    }),
  ];
  const { fetch } = start({}, { sendAny: () => answers.shift() });
  const csv = await fetch("POST /any");
  expect([csv.headers.get("content-type"), await csv.text()]).toEqual([
    "text/csv;charset=utf-8",
    "é;b",
  ]);
  const png = await fetch("POST /any");
  expect([...(await png.bytes())]).toEqual([1, 2]);
  expect((await fetch("POST /any")).body).toBeNull();
  const own = await fetch("POST /any");
  expect([own.status, await own.text(), own.headers.getSetCookie()]).toEqual([
    418,
    "own",
    ["a=1", "b=2"],
  ]);
});
