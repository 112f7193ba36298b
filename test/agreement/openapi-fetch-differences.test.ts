import createStockClient, { type Client } from "openapi-fetch";
import { expect, expectTypeOf, test } from "vitest";
import { createClient, type MediaType } from "../../packages/runtime/src/v1/client.ts";
import { toOpenapiFetch } from "../../packages/runtime/src/v1/openapi-fetch.ts";
import type { paths } from "./openapi-fetch/paths.ts";

/** Makes a call without types and returns the URL of its request. */
type Call = (create: unknown, params: object) => Promise<string>;

const captureUrl: Call = async (create, params) => {
  let url = "";
  const fetch = async (request: Request): Promise<Response> => {
    url = request.url;
    return Response.json({});
  };
  // Both clients have this interface. The test does not use a document, so it does not have types.
  const make = create as (options: object) => {
    GET: (path: string, init: object) => Promise<unknown>;
  };
  await make({ baseUrl: "https://api.example.com", fetch }).GET("/users/{id}", { params });
  return url;
};

test("an empty object adds nothing to the query, where openapi-fetch adds an ampersand", async () => {
  const params = { path: { id: 1 }, query: { filter: {}, page: 2 } };
  expect(await captureUrl(createStockClient, params)).toBe(
    "https://api.example.com/users/1?&page=2",
  );
  expect(await captureUrl(createClient, params)).toBe("https://api.example.com/users/1?page=2");
});

test("a path value of dots is refused, where openapi-fetch asks for another path", async () => {
  const params = { path: { id: ".." } };
  expect(await captureUrl(createStockClient, params)).toBe("https://api.example.com/");
  await expect(captureUrl(createClient, params)).rejects.toThrow('must not be "." or ".."');
});

/** A function that infers the paths from the client, as openapi-react-query and swr-openapi do. */
function useClient<Paths extends object, Media extends MediaType>(
  client: Client<Paths, Media>,
): { readonly client: Client<Paths, Media>; readonly GET: Client<Paths, Media>["GET"] } {
  return { client, GET: client.GET };
}

test("libraries that take an openapi-fetch client accept ours, with its paths", async () => {
  const fetch = async (): Promise<Response> => Response.json({ id: 1, name: "Ada" });
  const client = createClient<paths>({ baseUrl: "https://api.example.com", fetch });
  const { GET, client: same } = useClient(toOpenapiFetch(client));
  expectTypeOf(same).toEqualTypeOf<Client<paths, MediaType>>();
  expect(same).toBe(client);
  const { data } = await GET("/users/{id}", { params: { path: { id: 1 } } });
  expectTypeOf(data).toEqualTypeOf<
    paths["/users/{id}"]["get"]["responses"][200]["content"]["application/json"] | undefined
  >();
  expect(data).toEqual({ id: 1, name: "Ada" });
  // @ts-expect-error a path that the document does not have
  await GET("/nowhere");
  // @ts-expect-error if this compiles one day, toOpenapiFetch is not needed any more
  useClient<paths, MediaType>(client);
});
