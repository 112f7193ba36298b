import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createClient } from "../client.ts";
import { createQueryHooks } from "../react-query.ts";

interface paths {
  "/pets": {
    get: {
      parameters: { query?: { limit?: number | bigint } };
      responses: { 200: { content: { "application/json": string[] } } };
    };
  };
}

/** The result of a query that is answered in this way, and the addresses that it asked for. */
async function fetchPets(
  answer: Response,
  limit: number | bigint = 2,
): Promise<{ data: unknown; asked: readonly string[] }> {
  const asked: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    asked.push(url);
    return answer;
  };
  const $api = createQueryHooks(createClient<paths>({ baseUrl: "http://localhost", fetch }));
  const options = $api.queryOptions("get", "/pets", { params: { query: { limit } } });
  const data = await new QueryClient().fetchQuery({ ...options, retry: false });
  return { data, asked };
}

test("a query sends its options and has the data of the answer", async () => {
  expect(await fetchPets(Response.json(["Rex"]))).toEqual({
    data: ["Rex"],
    asked: ["http://localhost/pets?limit=2"],
  });
});

test("an integer that no double holds can be in a key", async () => {
  const { asked } = await fetchPets(Response.json([]), 9007199254740993n);
  expect(asked).toEqual(["http://localhost/pets?limit=9007199254740993"]);
});

test("the data of an answer without a body is null", async () => {
  expect((await fetchPets(new Response(null, { status: 204 }))).data).toBeNull();
});

test("the body of another answer is the error, and without a body its status", async () => {
  const refused = Response.json({ message: "Not now." }, { status: 409 });
  await expect(fetchPets(refused)).rejects.toEqual({ message: "Not now." });
  await expect(fetchPets(new Response("", { status: 404 }))).rejects.toThrow(
    "GET /pets was answered with 404",
  );
});
