import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Run, run } from "../../packages/specwright/test/run-cli.ts";
import { type Shop, serveShop, shopToken } from "./shop.ts";

const head = `arazzo: 1.0.1
info: { title: Shop, version: "1" }
sourceDescriptions:
  - { name: shop, url: ./openapi.json, type: openapi }
`;

const order = `${head}workflows:
  - workflowId: order-a-lamp
    inputs:
      type: object
      required: [name, password]
      properties:
        name: { type: string }
        password: { type: string }
        quantity: { type: integer, default: 1 }
        tags: { type: array, items: { type: string }, default: [light] }
    steps:
      - stepId: sign-in
        operationId: login
        requestBody:
          contentType: application/x-www-form-urlencoded
          payload: { name: $inputs.name, password: $inputs.password }
        outputs: { token: $response.body#/token }
      - stepId: find
        operationPath: '{$sourceDescriptions.shop.url}#/paths/~1items/get'
        parameters:
          - { name: tag, in: query, value: $inputs.tags }
        successCriteria:
          - condition: $statusCode == 200
          - { context: $response.body, type: jsonpath, condition: "$[?@.name == 'Lamp']" }
          - { context: $response.header.content-type, type: regex, condition: "^application/json" }
        outputs: { id: "$response.body#/0/id", first: "$response.body[0]" }
      - stepId: order
        workflowId: place
        parameters:
          - { name: token, value: $steps.sign-in.outputs.token }
          - { name: item, value: $steps.find.outputs.id }
          - { name: quantity, value: $inputs.quantity }
        successCriteria:
          - condition: $statusCode == 201 && $outputs.order > 6
        outputs: { order: $outputs.order }
      - stepId: wait
        operationId: getJob
        successCriteria: [{ condition: $statusCode == 200 }, { condition: "$response.body#/state == 'ready'" }]
        onFailure:
          - { name: again, type: retry, retryAfter: 100, retryLimit: 5, criteria: [{ condition: $statusCode == 503 }] }
      - stepId: look
        operationId: getItem
        parameters: [{ name: id, in: path, value: 99 }]
        successCriteria: [{ condition: $statusCode == 200 }]
        onFailure: [{ name: gone, type: goto, stepId: end }]
      - stepId: never
        operationId: listItems
      - stepId: end
        operationId: getItem
        parameters: [{ name: id, in: path, value: $steps.find.outputs.first#/id }]
    outputs: { order: $steps.order.outputs.order }
  - workflowId: place
    inputs:
      type: object
      required: [token, item, quantity]
      properties: { token: { type: string }, item: { type: integer }, quantity: { type: integer } }
    steps:
      - stepId: send
        operationId: placeOrder
        parameters:
          - { name: Authorization, in: header, value: "Bearer {$inputs.token}" }
        requestBody:
          payload: { item: $inputs.item, quantity: 0, note: "for {$inputs.item}" }
          replacements: [{ target: /quantity, value: $inputs.quantity }]
        successCriteria: [{ condition: $statusCode == 201 }]
        outputs: { id: $response.body#/id, place: $response.header.location }
    outputs: { order: $steps.send.outputs.id, place: $steps.send.outputs.place }
`;

const secret = ["--workflow-input", "name=ada", "--workflow-secret", "password=SHOP_PASSWORD"];

async function runShop(shop: Shop, file: string, args: readonly string[] = []): Promise<Run> {
  return await run(
    shop.folder,
    ["verify", "openapi.json", shop.url, "--workflows", file, "--only-workflows", ...args],
    { SHOP_PASSWORD: "pass word" },
  );
}

test("a workflow runs with inputs, steps, a called workflow, retries and jumps", async () => {
  const shop = await serveShop({ "order.arazzo.yaml": order });
  const args = [...secret, "--workflow-input", "quantity=3", "--format", "json"];
  const { code, out, err } = await runShop(shop, "order.arazzo.yaml", args);
  expect(err).toBe("");
  const result = JSON.parse(out);
  expect(result.findings).toEqual([]);
  expect(code).toBe(0);
  const [, ...sent] = shop.received;
  expect(sent.map(({ method, path, body }) => `${method} ${path} ${body}`.trim())).toEqual([
    "POST /login name=ada&password=pass%20word",
    "GET /items?tag=light",
    'POST /orders {"item":1,"quantity":3,"note":"for 1"}',
    ...["GET /job", "GET /job", "GET /job", "GET /items/99", "GET /items/1"],
  ]);
  expect(sent[2]?.authorization).toBe(`Bearer ${shopToken}`);
  expect(result.coverage.expectations).toEqual({ step: 8 });
  const [workflow, ...others] = result.workflows;
  // The workflow that is called does not run alone.
  expect(others).toEqual([]);
  expect(workflow).toMatchObject({ workflow: "order-a-lamp", isPassed: true });
  expect(
    workflow.steps.map((step: { readonly [name: string]: unknown }) =>
      `${step.workflow}.${step.step} ${step.status ?? "-"} ${step.isPassed} ${step.action ?? ""}`.trim(),
    ),
  ).toEqual([
    "order-a-lamp.sign-in 200 true",
    "order-a-lamp.find 200 true",
    "place.send 201 true",
    "order-a-lamp.order - true",
    "order-a-lamp.wait 503 false retry",
    "order-a-lamp.wait 503 false retry",
    "order-a-lamp.wait 200 true",
    "order-a-lamp.look 404 false goto end",
    "order-a-lamp.end 200 true",
  ]);
});

test("a step that fails is a finding with its workflow, step, request and reason, and no secret", async () => {
  const shop = await serveShop({ "order.arazzo.yaml": order }, (path) =>
    path === "/orders" ? Response.json({ message: "sold out" }, { status: 400 }) : undefined,
  );
  const { code, out } = await runShop(shop, "order.arazzo.yaml", secret);
  expect(code).toBe(1);
  expect(out).toContain("workflow order-a-lamp (order.arazzo.yaml): failed, 4 steps\n");
  expect(out).toContain(
    "The request of the step `send` of the workflow `place` was answered with 400: `$statusCode == 201` is not met: `$statusCode` is 400.",
  );
  expect(out).toContain("curl -X POST '");
  expect(out).not.toMatch(/pass(?: |%20)word/);
  expect(out).toMatch(/\n1 finding in 3 requests to 3 operations\. Seed: 1\.\n$/);
  const junit = await runShop(shop, "order.arazzo.yaml", [
    ...secret,
    "--format",
    "junit",
    "--output",
    "r.xml",
  ]);
  expect(junit.code).toBe(1);
  const xml = readFileSync(`${shop.folder}/r.xml`, "utf8");
  expect(xml).toContain(
    '<testsuite name="workflow order-a-lamp (order.arazzo.yaml)" tests="4" failures="1" skipped="0">',
  );
  expect(xml).toMatch(/name="place\.send">\n {6}<failure type="step-failed"/);
});

test("an answer that does not fit the document is found in a step that meets its criteria", async () => {
  const shop = await serveShop({ "order.arazzo.yaml": order }, (path) =>
    path === "/items/1" ? Response.json({ id: 1 }) : undefined,
  );
  const { code, out } = await runShop(shop, "order.arazzo.yaml", [...secret, "--format", "json"]);
  expect(code).toBe(1);
  const { findings, workflows } = JSON.parse(out);
  expect(findings).toMatchObject([
    {
      check: "body-mismatch",
      operation: "GET /items/{id}",
      step: { workflow: "order-a-lamp", step: "end", location: { file: "order.arazzo.yaml" } },
    },
  ]);
  expect(workflows[0].isPassed).toBe(false);
});

test("a missing input, and a circle of steps, end with a finding", async () => {
  const circle = `${head}workflows:
  - workflowId: round
    steps:
      - stepId: a
        operationId: listItems
        onSuccess: [{ name: back, type: goto, stepId: a }]
`;
  const wait = `${head}workflows:
  - workflowId: long
    steps:
      - stepId: a
        operationId: getItem
        parameters: [{ name: id, in: path, value: 99 }]
        onFailure: [{ name: again, type: retry, retryAfter: 1000000, retryLimit: 1000000 }]
  - workflowId: deep
    steps: [{ stepId: a, workflowId: deep }]
`;
  const shop = await serveShop({
    ...{ "order.arazzo.yaml": order, "round.arazzo.yaml": circle, "wait.arazzo.yaml": wait },
  });
  const more = ["--workflows", "round.arazzo.yaml", "--workflows", "wait.arazzo.yaml"];
  const { code, out } = await runShop(shop, "order.arazzo.yaml", more);
  expect(code).toBe(1);
  expect(out).toContain(
    "The workflow `order-a-lamp` was not run to its end: its inputs are wrong: inputs.name: required; inputs.password: required.",
  );
  expect(out).toContain(
    "The workflow `round` was not run to its end: it did not end within 1000 steps.",
  );
  expect(out).toContain("it would wait 1000000 s between attempts, and 300 s are the most");
  expect(out).toContain("its workflows call each other more than 30 times deep");
  expect(shop.received).toHaveLength(1 + 1000 + 1);
});

test("workflows run before the requests that are made from the document", async () => {
  const shop = await serveShop({ "order.arazzo.yaml": order });
  const { out } = await run(
    shop.folder,
    [
      "verify",
      "openapi.json",
      shop.url,
      "--workflows",
      "order.arazzo.yaml",
      ...secret,
      "--cases",
      "0",
    ],
    { SHOP_PASSWORD: "pass word" },
  );
  expect(out).toContain("workflow order-a-lamp (order.arazzo.yaml): passed, 9 steps\n");
  expect(out).toMatch(/Requests: \d+ \(\d+ that fit the document, .*, 8 of workflows\)\./);
});

test("workflows of another document are called, and depend on each other", async () => {
  const shared = `${head}workflows:
  - workflowId: find
    inputs: { type: object, properties: { limit: { type: integer } } }
    steps:
      - stepId: list
        operationId: listItems
        parameters: [{ name: limit, in: query, value: $inputs.limit }]
        outputs: { id: $response.body#/0/id }
    outputs: { id: $steps.list.outputs.id }
`;
  const main = `arazzo: 1.0.1
info: { title: Main, version: "1" }
sourceDescriptions:
  - { name: shop, url: openapi.json, type: openapi }
  - { name: shared, url: ./shared/find.arazzo.yaml, type: arazzo }
workflows:
  - workflowId: second
    dependsOn: [first]
    steps:
      - stepId: get
        operationId: $sourceDescriptions.shop.getItem
        parameters: [{ name: id, in: path, value: $workflows.first.outputs.id }]
  - workflowId: first
    steps:
      - stepId: find
        workflowId: $sourceDescriptions.shared.find
        parameters: [{ name: limit, value: 5 }]
        outputs: { id: $outputs.id }
    outputs: { id: $steps.find.outputs.id }
`;
  const shop = await serveShop({
    "main.arazzo.yaml": main,
    "shared/find.arazzo.yaml": shared.replace("./openapi.json", "../openapi.json"),
  });
  const { code, out } = await runShop(shop, "main.arazzo.yaml");
  expect(out).toContain(
    "workflow first (main.arazzo.yaml): passed, 2 steps\nworkflow second (main.arazzo.yaml): passed, 1 step\n",
  );
  expect(code).toBe(0);
  expect(shop.received.map(({ path }) => path)).toEqual(["/", "/items?limit=5", "/items/1"]);
});
