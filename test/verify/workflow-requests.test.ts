import { DiagnosticError, type VerifyOptions, type VerifyResult, verify } from "specwright";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../packages/specwright/test/run-cli.ts";
import { listen } from "./serve-router.ts";
import { type Shop, serveShop } from "./shop.ts";

const start = `arazzo: 1.1.0
info: { title: Shop, version: "1" }
sourceDescriptions:
  - { name: shop, url: openapi.json, type: openapi }
  - { name: billing, url: billing.json }
workflows:
`;

const billing = {
  openapi: "3.2.0",
  info: { title: "Billing", version: "1" },
  security: [{ Key: [] }],
  paths: {
    "/bills": {
      get: {
        operationId: "findBills",
        parameters: [
          {
            name: "filter",
            in: "querystring",
            content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
          },
        ],
        responses: { "200": { description: "Bills", content: { "application/json": {} } } },
      },
    },
    "/notes": {
      put: {
        operationId: "writeNote",
        requestBody: { content: { "text/plain": { schema: { type: "string" } } } },
        responses: { "204": { description: "Written" }, "408": { description: "Late" } },
      },
    },
  },
  components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "X-Key" } } },
};

interface Billing {
  readonly url: string;
  readonly received: readonly string[];
}

async function serveBilling(): Promise<Billing> {
  const received: string[] = [];
  const { url, close } = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    const { headers } = request;
    const names = ["x-key", "authorization", "x-tenant"].flatMap((name) => headers.get(name) ?? []);
    const text = await request.text();
    received.push([request.method, pathname + search, text, ...names].join(" "));
    return pathname === "/bills"
      ? Response.json({ bills: [{ id: 5, state: "open" }] })
      : new Response(undefined, { status: 204 });
  });
  onTestFinished(close);
  return { url, received };
}

function verifyShop(
  shop: Shop,
  options: Partial<VerifyOptions> & { readonly servers?: Readonly<Record<string, string>> } = {},
): Promise<VerifyResult> {
  const { servers = {}, ...rest } = options;
  return verify({
    ...{ document: "openapi.json", folder: shop.folder, url: shop.url },
    workflows: { files: ["a.arazzo.yaml"], only: true, servers },
    ...rest,
  });
}

test("another API has its own server and credentials, and gets none of the verified one", async () => {
  const workflows = `  - workflowId: bill
    parameters: [{ name: x-trace, in: header, value: trace }]
    steps:
      - stepId: find
        operationId: findBills
        parameters:
          - { name: filter, in: querystring, value: "state=open&id={$inputs.id}&a=x%26y" }
        outputs:
          id: { context: $response.body, selector: "$.bills[?@.state == 'open'].id", type: jsonpath }
          state: { context: $response.body, selector: /bills/0/state, type: jsonpointer }
      - stepId: note
        operationId: $sourceDescriptions.billing.writeNote
        timeout: 100000
        requestBody: { payload: "<bill id='{$steps.find.outputs.id}'>{$steps.find.outputs.state}</bill>" }
        successCriteria: [{ condition: $statusCode == 204 && $request.header.x-key == 'bill-key' }]
      - stepId: item
        dependsOn: [note]
        operationId: listItems
    inputs: { type: object, properties: { id: { type: integer, default: 5 } } }
`;
  const other = await serveBilling();
  const shop = await serveShop({
    "a.arazzo.yaml": start + workflows,
    "billing.json": JSON.stringify(billing),
  });
  const {
    findings,
    workflows: runs,
    requests,
    diagnostics,
  } = await verifyShop(shop, {
    servers: { billing: other.url },
    auth: { Bearer: "shop-secret", "billing.Key": "bill-key" },
    headers: { "x-tenant": "acme" },
  });
  expect(diagnostics).toEqual([]);
  expect(findings).toEqual([]);
  expect(runs[0]?.steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
    ...["find 200", "note 204", "item 200"],
  ]);
  expect(requests).toBe(3);
  expect(other.received).toEqual([
    "GET /bills?state=open&id=5&a=x%26y  bill-key",
    "PUT /notes <bill id='5'>open</bill> bill-key",
  ]);
});

test("every wrong reference of a document is reported with its line before a step is sent", async () => {
  const workflows = `  - workflowId: a
    dependsOn: [b, gone]
    steps:
      - { stepId: one, operationId: listItms }
      - { stepId: two, operationPath: "{$sourceDescriptions.shop.url}#/paths/~1items/post" }
      - { stepId: three, workflowId: $sourceDescriptions.shop.order }
      - stepId: four
        operationId: getItem
        parameters: [{ name: idd, in: path, value: $steps.fore.outputs.id }, { name: page, in: query, value: $steps.five.outputs.x }]
        onFailure: [{ name: on, type: goto, stepId: fiv }]
      - stepId: five
        operationId: $sourceDescriptions.shop.getItem
        parameters: [{ name: id, value: 1 }]
        outputs: { y: $sourceDescriptions.shp.url }
  - workflowId: b
    dependsOn: [a]
    steps: [{ stepId: one, operationId: findBills }]
    inputs: { type: object, properties: { id: { $ref: "#/components/inputs/gone" } } }
`;
  const shop = await serveShop({
    "a.arazzo.yaml": start + workflows,
    "billing.json": JSON.stringify(billing),
  });
  const error = await verifyShop(shop).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DiagnosticError);
  const { diagnostics } = error as DiagnosticError;
  const lines = diagnostics.map(({ severity, line, message }) => `${severity} ${line} ${message}`);
  expect(lines.toSorted()).toEqual(
    [
      "error 5 The document of the source description `billing` has no absolute server address.",
      "error 7 a.arazzo.yaml has no workflow `gone`.",
      "error 8 The workflow `a` depends on itself, through other workflows or directly.",
      "error 11 The source description `shop` has no operation at `#/paths/~1items/post`.",
      "error 12 `shop` is not the name of a source description of the type arazzo.",
      "error 15 The operation has no path parameter `idd`.",
      "warning 15 The operation has no query parameter `page`.",
      "error 13 The step `four` does not give the path parameter `id`.",
      "error 15 The workflow `a` has no step `fore`.",
      "error 15 The step `five` has no output for `$steps.five.outputs.x`.",
      "warning 15 `$steps.five.outputs.x` reads a step that comes later, so it has no value unless an action leads back.",
      "error 16 The workflow has no step `fiv`.",
      "error 17 The step `five` does not give the path parameter `id`.",
      "error 19 The parameter `id` of a request has no `in`.",
      "error 20 The document has no source description `shp`.",
      "error 24 The reference `#/components/inputs/gone` points to nothing: there is no `gone` in `a.arazzo.yaml#/components/inputs`.",
    ].toSorted(),
  );
  // While a source cannot be read, it may have the operations that no other one has.
  const url = { servers: { billing: "http://127.0.0.1:1" } };
  const next = await verifyShop(shop, url).catch((thrown: unknown) => thrown);
  expect((next as DiagnosticError).message).toContain(
    "No source description has an operation `listItms`.",
  );
  // Each run asked whether the server is there, and nothing else.
  expect(shop.received.map(({ path }) => path)).toEqual(["/", "/"]);
});

test("a payload that is a JSON text is sent with its values escaped", async () => {
  const workflows = `  - workflowId: order
    inputs: { type: object, properties: { note: { type: string, default: 'say "hi"' }, item: { type: object, default: { id: 1 } } } }
    steps:
      - stepId: text
        operationId: placeOrder
        requestBody:
          contentType: application/json
          payload: |
            { "item": 1, "quantity": 2, "note": "{$inputs.note}!", "whole": "{$inputs.item}" }
        successCriteria: [{ condition: $statusCode == 401 }, { condition: "$request.body#/whole/id == 1" }]
      - stepId: bare
        operationId: placeOrder
        requestBody:
          contentType: application/json
          payload: '{ "item": {$inputs.item#/id}, "quantity": 2 }'
        successCriteria: [{ condition: $statusCode == 401 }]
`;
  const shop = await serveShop({
    "a.arazzo.yaml": start.replace(/.*billing.*\n/, "") + workflows,
  });
  const { findings } = await verifyShop(shop);
  expect(findings).toEqual([]);
  expect(shop.received.slice(1).map(({ body }) => JSON.parse(body))).toEqual([
    { item: 1, quantity: 2, note: 'say "hi"!', whole: { id: 1 } },
    { item: 1, quantity: 2 },
  ]);
});

test("a step of a message ends its workflow, after the steps before it, and the other workflows are run", async () => {
  const workflows = `  - workflowId: buy
    steps:
      - { stepId: list, operationId: $sourceDescriptions.shop.listItems }
      - stepId: pay
        channelPath: "{$sourceDescriptions.orders.url}#/channels/pay"
        action: send
        parameters: [{ name: trace, in: header, value: $inputs.trace }]
        requestBody: { payload: { item: 1 } }
      - stepId: confirm
        operationId: $sourceDescriptions.orders.confirmed
        correlationId: $inputs.trace
        timeout: 6000
        action: receive
        dependsOn: [pay]
        successCriteria: [{ condition: $message.payload.state == 'paid' }]
        outputs: { id: $message.payload.id }
      - stepId: read
        operationId: getItem
        parameters: [{ name: id, in: path, value: $steps.confirm.outputs.id }]
    outputs: { id: $steps.confirm.outputs.id }
  - workflowId: called
    steps: [{ stepId: buy, workflowId: buy }]
  - workflowId: rest
    steps: [{ stepId: list, operationId: listItems }]
`;
  const sources = start.replace(
    "billing, url: billing.json",
    "orders, url: orders.yaml, type: asyncapi",
  );
  const shop = await serveShop({
    "a.arazzo.yaml": sources + workflows,
    "orders.yaml": "asyncapi: 3.0.0",
  });
  const { findings, diagnostics, workflows: runs } = await verifyShop(shop);
  expect(
    diagnostics.map(({ severity, line, message }) => `${severity} ${line} ${message}`),
  ).toEqual([
    "warning 10 The step `pay` sends a message (AsyncAPI), and specwright calls HTTP operations only. Its workflow is run until there.",
    "warning 15 The step `confirm` receives a message (AsyncAPI), and specwright calls HTTP operations only. Its workflow is run until there.",
  ]);
  expect(findings).toMatchObject([
    {
      check: "message-step",
      operation: "step pay of buy",
      message:
        "The workflow `called` was not run to its end: the step `pay` of `buy` sends or receives a message (AsyncAPI).",
    },
  ]);
  expect(runs.map(({ workflow, isPassed, steps }) => [workflow, isPassed, steps.length])).toEqual([
    ["called", false, 2],
    ["rest", true, 1],
  ]);
  expect(shop.received.slice(1).map(({ path }) => path)).toEqual(["/items", "/items"]);
  const ignored = await verifyShop(shop, { ignore: ["message-step"] });
  expect(ignored.findings).toEqual([]);
  const flags = ["--workflows", "a.arazzo.yaml", "--only-workflows", "--format", "junit"];
  const command = ["verify", "openapi.json", shop.url, ...flags, "--ignore", "message-step"];
  const { code, out } = await run(shop.folder, command);
  expect(out).toContain('name="buy.pay">\n      <skipped message="it sends or receives a message');
  expect(code).toBe(0);
});

test("a step waits for one of another workflow and of another document", async () => {
  const sources = start.replace("billing, url: billing.json", "more, url: more.yaml, type: arazzo");
  const list = "operationId: $sourceDescriptions.shop.listItems";
  const shop = await serveShop({
    "a.arazzo.yaml": `${sources}  - workflowId: one
    dependsOn: [$sourceDescriptions.more.other]
    steps:
      - { stepId: early, ${list}, dependsOn: [$workflows.two.steps.first] }
  - workflowId: two
    steps:
      - { stepId: first, ${list}, dependsOn: [$sourceDescriptions.more.other.steps.look] }
  - workflowId: three
    steps:
      - { stepId: late, ${list}, dependsOn: [$workflows.two.steps.first] }
`,
    "more.yaml": `${start.replace(/.*billing.*\n/, "")}  - workflowId: other
    steps: [{ stepId: look, operationId: listItems }]
`,
  });
  const { findings, workflows: runs } = await verifyShop(shop);
  expect(runs.map(({ workflow, isPassed }) => `${workflow} ${isPassed}`)).toEqual([
    ...["other true", "one false", "two true", "three true"],
  ]);
  expect(findings.map(({ message }) => message)).toEqual([
    "The step `early` of the workflow `one` failed: it depends on the step `$workflows.two.steps.first`, which has not run.",
  ]);
});

test("XML is judged, read and sent by XPath, and JSON is replaced by JSONPath", async () => {
  const workflows = `  - workflowId: order
    steps:
      - stepId: find
        operationId: getItem
        parameters: [{ name: id, in: path, value: 50 }]
        successCriteria:
          - { context: $response.body, type: xpath, condition: "/order[@state = 'open']/line[price > 35]" }
          - { context: $response.body, type: { type: xpath, version: xpath-30 }, condition: "count(//line) = {$inputs.lines}" }
        outputs:
          id: { context: $response.body, selector: /order/id, type: xpath }
          sum: { context: $response.body, selector: sum(//price), type: { type: xpath, version: xpath-31 } }
      - stepId: xml
        operationId: placeOrder
        requestBody:
          contentType: application/xml
          payload: <order><id/><note>none</note></order>
          replacements: [{ target: /order/id, value: $steps.find.outputs.id }, { target: //note, value: a & b }]
        successCriteria: [{ condition: $statusCode == 401 }]
      - stepId: json
        operationId: placeOrder
        requestBody:
          payload: { item: 1, quantity: 2, lines: [{ id: 1 }, { id: 2 }] }
          replacements: [{ target: "$.lines[*].id", targetSelectorType: jsonpath, value: $steps.find.outputs.sum }]
        successCriteria: [{ condition: $statusCode == 401 }]
      - stepId: wrong
        operationId: getItem
        parameters: [{ name: id, in: path, value: 50 }]
        successCriteria: [{ context: $response.body, type: xpath, condition: /order/gone }]
    inputs: { type: object, properties: { lines: { type: integer, default: 2 } } }
`;
  const xml = `<order state="open"><id>A-1</id><line><price>36</price></line><line><price>4</price></line></order>`;
  const headers = { "content-type": "application/xml" };
  const shop = await serveShop(
    { "a.arazzo.yaml": start.replace(/.*billing.*\n/, "") + workflows },
    (path) => (path === "/items/50" ? new Response(xml, { status: 404, headers }) : undefined),
  );
  const { findings } = await verifyShop(shop);
  expect(shop.received.slice(1).map(({ body }) => body)).toEqual([
    "",
    "<order><id>A-1</id><note>a &amp; b</note></order>",
    '{"item":1,"quantity":2,"lines":[{"id":40},{"id":40}]}',
    "",
  ]);
  expect(findings.map(({ check, message }) => `${check} ${message}`)).toContainEqual(
    expect.stringMatching(/^step-failed .*`\/order\/gone` is not met: it selects nothing/),
  );
});

test("a step that is not answered within its timeout fails, and what it retries with runs first", async () => {
  const workflows = `  - workflowId: slow
    steps:
      - stepId: look
        operationId: getItem
        timeout: 200
        parameters: [{ name: id, in: path, value: 50 }]
        onFailure: [{ name: again, type: retry, workflowId: wake, retryLimit: 1 }, { name: stop, type: end }]
  - workflowId: wake
    steps: [{ stepId: list, operationId: listItems }]
`;
  const shop = await serveShop(
    { "a.arazzo.yaml": start.replace(/.*billing.*\n/, "") + workflows },
    (path) =>
      path === "/items/50"
        ? new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
        : undefined,
  );
  const { findings, workflows: runs } = await verifyShop(shop);
  expect(findings).toMatchObject([
    { check: "no-answer", message: expect.stringContaining("no answer came within 0.2 s") },
  ]);
  expect(runs[0]?.steps.map(({ step, action }) => `${step} ${action}`)).toEqual([
    ...["look retry wake", "list undefined", "look end"],
  ]);
});
