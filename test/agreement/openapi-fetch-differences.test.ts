import createStockClient from "openapi-fetch";
import { expect, test } from "vitest";
import { createClient } from "../../packages/runtime/src/v1/client.ts";

/** A call without types, and the URL that it asks for. */
type Call = (create: unknown, params: object) => Promise<string>;

const urlOf: Call = async (create, params) => {
  let url = "";
  const fetch = async (request: Request): Promise<Response> => {
    url = request.url;
    return Response.json({});
  };
  // Both have the same interface; there is no document here.
  const make = create as (options: object) => {
    GET: (path: string, init: object) => Promise<unknown>;
  };
  await make({ baseUrl: "https://api.example.com", fetch }).GET("/users/{id}", { params });
  return url;
};

test("an empty object adds nothing to the query, where openapi-fetch adds an ampersand", async () => {
  const params = { path: { id: 1 }, query: { filter: {}, page: 2 } };
  expect(await urlOf(createStockClient, params)).toBe("https://api.example.com/users/1?&page=2");
  expect(await urlOf(createClient, params)).toBe("https://api.example.com/users/1?page=2");
});

test("a path value of dots is refused, where openapi-fetch asks for another path", async () => {
  const params = { path: { id: ".." } };
  expect(await urlOf(createStockClient, params)).toBe("https://api.example.com/");
  await expect(urlOf(createClient, params)).rejects.toThrow('must not be "." or ".."');
});
