import { expect, test } from "vitest";
import { createToolPage, microseconds } from "./support/tool-page.ts";

test("a page of 100 tools is judged within twice the time of Ajv, and faster than by Zod alone", () => {
  const { page, judges } = createToolPage();
  const time = (judge: (value: unknown) => boolean, calls: number): number => {
    expect(judge(page)).toBe(true);
    return microseconds(() => judge(page), calls);
  };
  const ours = time(judges.specwright, 1000);
  const ajv = time(judges.ajv, 1000);
  const zod = time(judges.zod, 200);
  const figures = `specwright ${ours.toFixed(1)} µs, Ajv ${ajv.toFixed(1)} µs, Zod alone ${zod.toFixed(1)} µs`;
  expect(ours / ajv, figures).toBeLessThanOrEqual(2);
  expect(ours / zod, figures).toBeLessThan(0.5);
});
