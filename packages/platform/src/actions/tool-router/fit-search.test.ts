import { expect, test } from "vitest";
import type { Schemas } from "../../base/api-types.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import { fitSearch } from "./fit-search.ts";

function makeTool(slug: string, members: number): Schemas["Tool"] {
  const properties = Object.fromEntries(
    Array.from({ length: members }, (_, at) => [`member${at}`, { type: "string" }]),
  );
  const schema = { type: "object", properties };
  // Only the members that a search shows.
  return {
    slug,
    toolkit: { slug: slug.toLowerCase().slice(0, 6) },
    description: `Does it. ${"In detail. ".repeat(100)}`,
    input_parameters: schema,
    output_parameters: schema,
  } as unknown as Schemas["Tool"];
}

const describeConnection = (toolkit: string) => ({
  toolkit,
  is_connected: false,
  connected_account_id: null,
  status: null,
});

const find = (queries: number, members: number, useCase = "do it") =>
  Array.from({ length: queries }, (_, query) => ({
    useCase,
    tools: Array.from({ length: 5 }, (__, rank) => makeTool(`QUERY${query}_RANK${rank}`, members)),
    order: [{ tool_slug: `QUERY${query}_RANK0`, reason: "It does what was asked for." }],
  }));

test("the best tool of a query comes with its arguments, and others without", () => {
  const { results } = fitSearch(find(1, 3), {
    room: 12_000,
    hasSchemas: false,
    describeConnection,
  });
  const members = results[0]?.tools.map((tool) => Object.keys(tool).length);
  expect(members).toEqual([4, 3, 3, 3, 3]);
  expect(results[0]?.tools[0]).not.toHaveProperty("output_parameters");
});

test("all tools come with their schemas on request", () => {
  const { results } = fitSearch(find(1, 3), { room: 12_000, hasSchemas: true, describeConnection });
  expect(results[0]?.tools.map((tool) => Object.keys(tool).length)).toEqual([5, 5, 5, 5, 5]);
});

test.each([1, 10])("%i queries for large tools in long words fit into every room", (queries) => {
  const found = find(queries, 2_000, "\u0001".repeat(1_000));
  for (const room of [12_000, 8_000, 4_000]) {
    for (const hasSchemas of [true, false]) {
      const data = fitSearch(found, { room, hasSchemas, describeConnection });
      expect(countJsonBytes(data)).toBeLessThanOrEqual(room);
      expect(data.results).toHaveLength(queries);
    }
  }
  const { results } = fitSearch(find(queries, 2_000), {
    room: 12_000,
    hasSchemas: true,
    describeConnection,
  });
  expect(
    results.every(({ tools, suggested_order }) => tools.length > 0 && suggested_order.length > 0),
  ).toBe(true);
});
