import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { verify } from "specwright";
import { expect, test } from "vitest";
import { run as runProcess } from "../packages/support/run.ts";
import { serveShop } from "./shop.ts";

const head = `arazzo: 1.0.1
info: { title: Shop, version: "1" }
sourceDescriptions:
  - { name: shop, url: ./openapi.json, type: openapi }
workflows:
`;

/** One workflow in each file, because Redocly's runner ends a file at the first step that fails. */
const agreed: Readonly<Record<string, string>> = {
  whole: `  - workflowId: whole
    inputs: { type: object, properties: { quantity: { type: integer, default: 2 } } }
    steps:
      - stepId: sign-in
        operationId: login
        requestBody: { contentType: application/x-www-form-urlencoded, payload: { name: ada, password: pass word } }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { token: $response.body#/token }
      - stepId: list
        operationPath: '{$sourceDescriptions.shop.url}#/paths/~1items/get'
        parameters: [{ name: limit, in: query, value: 5 }]
        outputs: { id: $response.body#/0/id, all: $response.body }
      - stepId: get
        operationId: $sourceDescriptions.shop.getItem
        parameters: [{ name: id, in: path, value: $steps.list.outputs.id }]
        successCriteria:
          - condition: $statusCode >= 200 && $statusCode < 300
          - condition: $response.body#/name == 'Lamp' || $response.body#/name == 'Desk'
          - { context: $response.body, type: jsonpath, condition: "$[?(@.name == 'Lamp')]" }
          - { context: $statusCode, type: regex, condition: '^2\\d\\d$' }
      - stepId: buy
        workflowId: order
        parameters:
          - { name: item, value: $steps.list.outputs.id }
          - { name: quantity, value: $inputs.quantity }
          - { name: token, value: $steps.sign-in.outputs.token }
        outputs: { id: $outputs.id }
      - stepId: wait
        operationId: getJob
        successCriteria: [{ condition: $statusCode == 200 }]
        onFailure: [{ name: again, type: retry, retryAfter: 0.1, retryLimit: 4, criteria: [{ condition: $statusCode == 503 }] }]
      - stepId: absent
        operationId: getItem
        parameters: [{ name: id, in: path, value: 99 }]
        successCriteria: [{ condition: $statusCode == 404 }]
        onSuccess: [{ name: on, type: goto, stepId: last }]
      - stepId: never
        operationId: listItems
      - stepId: last
        operationId: listItems
  - workflowId: order
    inputs: { type: object, properties: { item: { type: integer }, quantity: { type: integer }, token: { type: string } } }
    steps:
      - stepId: place
        operationId: placeOrder
        parameters: [{ name: Authorization, in: header, value: "Bearer {$inputs.token}" }]
        requestBody:
          payload: { item: $inputs.item, quantity: 0, note: "for {$inputs.item}" }
          replacements: [{ target: /quantity, value: $inputs.quantity }]
        successCriteria: [{ condition: $statusCode == 201 }]
        outputs: { id: $response.body#/id }
    outputs: { id: $steps.place.outputs.id }
`,
  unmet: `  - workflowId: unmet
    steps:
      - { stepId: first, operationId: listItems }
      - { stepId: second, operationId: listItems, successCriteria: [{ condition: $statusCode == 201 }] }
      - { stepId: third, operationId: listItems }
`,
  mismatch: `  - workflowId: mismatch
    steps:
      - { stepId: wrong, operationId: getItem, parameters: [{ name: id, in: path, value: 3 }] }
`,
  undocumented: `  - workflowId: undocumented
    steps:
      - { stepId: teapot, operationId: getItem, parameters: [{ name: id, in: path, value: 4 }], successCriteria: [{ condition: $statusCode == 418 }] }
`,
  exhausted: `  - workflowId: exhausted
    steps:
      - stepId: busy
        operationId: getItem
        parameters: [{ name: id, in: path, value: 98 }]
        successCriteria: [{ condition: $statusCode == 200 }]
        onFailure: [{ name: again, type: retry, retryAfter: 0, retryLimit: 2 }]
`,
};

/** Files on which the runners differ, with the verdicts of Redocly's and ours, and the reason. */
const differing: Readonly<
  Record<
    string,
    {
      readonly text: string;
      readonly theirs: boolean;
      readonly ours: boolean;
      readonly reason: string;
    }
  >
> = {
  case: {
    reason: "Arazzo: comparisons of strings must be case insensitive.",
    text: "{ condition: $response.body#/0/name == 'LAMP' }",
    ...{ theirs: false, ours: true },
  },
  group: {
    reason: "Arazzo has parentheses for logical grouping.",
    text: "{ condition: ($statusCode == 200 || $statusCode == 201) && !($statusCode == 404) }",
    ...{ theirs: false, ours: true },
  },
  list: {
    reason:
      "RFC 9535: a filter behind the root of a list tests its items. Redocly puts the list into another list.",
    text: `{ context: $response.body, type: jsonpath, condition: "$[?@.name == 'Lamp']" }`,
    ...{ theirs: false, ours: true },
  },
};

interface TheirStep {
  readonly stepId: string;
  readonly workflowId: string;
  readonly status: string;
  readonly executedSteps?: readonly TheirStep[];
}

interface TheirReport {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly TheirStep[] }>>;
}

function listTheirs(steps: readonly TheirStep[]): readonly string[] {
  return steps.flatMap(({ executedSteps, workflowId, stepId, status }) =>
    executedSteps === undefined
      ? [`${workflowId}.${stepId} ${status === "success"}`]
      : listTheirs(executedSteps),
  );
}

test("each step has the verdict of Redocly's runner, apart from differences with a reason", async () => {
  const files = {
    ...agreed,
    ...Object.fromEntries(
      Object.entries(differing).map(([name, { text }]) => [
        name,
        `  - workflowId: ${name}\n    steps:\n      - { stepId: only, operationId: listItems, successCriteria: [${text}] }\n`,
      ]),
    ),
  };
  const names = Object.keys(files).map((name) => `${name}.arazzo.yaml`);
  const shop = await serveShop(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`${name}.arazzo.yaml`, head + text]),
    ),
    (path) =>
      path === "/items/3"
        ? Response.json({ id: "three" })
        : path === "/items/4"
          ? Response.json({}, { status: 418 })
          : undefined,
  );
  const redocly = dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const args = [join(redocly, "bin/cli.js"), "respect", ...names, "--json-output", "theirs.json"];
  const { output } = await runProcess(shop.folder, process.execPath, args, env);
  expect(output).toContain("JSON logs saved");
  const theirs = JSON.parse(readFileSync(join(shop.folder, "theirs.json"), "utf8")) as TheirReport;
  const { workflows } = await verify({
    document: join(shop.folder, "openapi.json"),
    folder: shop.folder,
    url: shop.url,
    workflows: { files: names, only: true },
  });
  const verdicts = names.map((name) => ({
    name,
    // It also runs the workflow that another one calls.
    theirs: listTheirs(
      (theirs.files[name]?.executedWorkflows ?? []).filter(
        ({ workflowId }) => `${workflowId}.arazzo.yaml` === name,
      ),
    ),
    ours: workflows
      .filter(({ document }) => document === name)
      .flatMap(({ steps }) => steps)
      // A step that calls a workflow is in Redocly's report as the workflow.
      .filter(({ operation }) => operation !== undefined)
      .map(({ workflow, step, isPassed }) => `${workflow}.${step} ${isPassed}`),
  }));
  const expected = verdicts.map(({ name, theirs: own }) => {
    const known = differing[name.replace(".arazzo.yaml", "")];
    const id = name.replace(".arazzo.yaml", "");
    return known === undefined
      ? { name, theirs: own, ours: own }
      : { name, theirs: [`${id}.only ${known.theirs}`], ours: [`${id}.only ${known.ours}`] };
  });
  expect(verdicts).toEqual(expected);
  const count = verdicts.flatMap(({ ours }) => ours).length;
  expect(count).toBeGreaterThan(17);
  process.stdout.write(
    `${count} attempts of steps, ${Object.keys(differing).length} with another verdict\n`,
  );
}, 120_000);
