import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { largestAnswer } from "../../src/base/sharing/fit-answer.ts";
import { type Deployment, startDeployment } from "../oauth/deployment.ts";
import { questions } from "./support/largest-requests.ts";
import { askDeployment, fillDeployment, type LargestRows } from "./support/largest-rows.ts";
import { type LoudApplication, startLoudApplication } from "./support/loud-application.ts";

describe("the largest rows that can be stored", () => {
  let application: LoudApplication;
  let deployment: Deployment;
  let rows: LargestRows;
  const sizes: Record<string, number> = {};

  beforeAll(async () => {
    application = await startLoudApplication();
    deployment = await startDeployment({
      PLATFORM_EGRESS_ALLOW: "192.0.2.1/32,127.0.0.1/32",
    });
    rows = await fillDeployment(deployment, application.url);
  }, 240_000);
  afterAll(async () => {
    const largest = Object.entries(sizes).sort(([, a], [, b]) => b - a);
    console.log(largest.map(([name, bytes]) => `${name}: ${bytes} bytes`).join("\n"));
    await deployment.close();
    await application.close();
  });

  test("only five operations have a reason instead of requests", () => {
    const reasons = Object.values(questions).filter((each) => typeof each === "string");
    expect(reasons).toHaveLength(5);
  });

  const step = chooseAmount(4, 1);
  test.each(Object.entries(questions).filter((_, index) => index % step === 0))(
    "%s answers at most 4 MB, an agent at most a project's limit, and loses nothing",
    async (operation, ask) => {
      if (typeof ask === "string") {
        return;
      }
      for (const first of await ask(rows)) {
        let found = await askDeployment(deployment, first);
        const about = [JSON.stringify(first).slice(0, 300), found.text.slice(0, 300)].join("\n");
        expect(found.status, about).toBe(first.status ?? 200);
        expect(found.bytes, about).toBeGreaterThanOrEqual(first.least ?? 0);
        expect(found.text.includes(first.text ?? ""), about).toBe(true);
        let items = 0;
        for (;;) {
          sizes[operation] = Math.max(sizes[operation] ?? 0, found.bytes);
          expect(found.bytes, about).toBeLessThanOrEqual(first.most ?? largestAnswer);
          const isJson = found.text.startsWith("{");
          const body: Record<string, unknown> = isJson ? JSON.parse(found.text) : {};
          const list = body.items ?? body.logs ?? body.data;
          items += Array.isArray(list) ? list.length : 0;
          if (typeof body.next_cursor !== "string") {
            break;
          }
          const rest = { cursor: body.next_cursor };
          const [path = ""] = first.path.split(/[?&]limit/);
          const query = `${path.includes("?") ? "&" : "?"}cursor=${body.next_cursor}`;
          found = await askDeployment(
            deployment,
            first.body === undefined
              ? { ...first, path: `${path}${query}` }
              : { ...first, body: rest },
          );
        }
        // The rows of other tests are in some lists too.
        expect(items).toBeGreaterThanOrEqual(first.items ?? 0);
      }
    },
    120_000,
  );
});
