import type { Clinic, Store } from "./clinic-server.ts";
import type { Service } from "./serve-router.ts";

/** A fault that a test adds to a correct server. */
export interface Mutation {
  readonly name: string;
  readonly plant: (clinic: Clinic) => Service;
}

type Body = Record<string, unknown>;
type Match = (request: Request, path: string) => boolean;

const pets = /^\/pets$/;
const pet = /^\/pets\/[^/]+$/;
const visits = /^\/pets\/[^/]+\/visits$/;

function matchAt(method: string, path: RegExp): Match {
  return (request, own) => request.method === method && path.test(own);
}

function readRequestPath(request: Request): string {
  return new URL(request.url).pathname;
}

/** Changes answers that have one of the statuses. */
function onAnswer(
  match: Match,
  change: (answer: Response, request: Request, store: Store) => Response | Promise<Response>,
  statuses: readonly number[] = [200, 201, 204],
): Mutation["plant"] {
  return ({ service, store }) =>
    async (request) => {
      const answer = await service(request.clone());
      return match(request, readRequestPath(request)) && statuses.includes(answer.status)
        ? change(answer, request, store)
        : answer;
    };
}

/** Changes the value of JSON answers. */
function onValue(
  match: Match,
  change: (value: never) => unknown,
  statuses?: readonly number[],
): Mutation["plant"] {
  return onAnswer(
    match,
    async (answer) => {
      const value = change((await answer.json()) as never);
      return new Response(JSON.stringify(value), {
        status: answer.status,
        headers: answer.headers,
      });
    },
    statuses,
  );
}

/** Changes requests before the server gets them, so that the server misses a mistake in them. */
function overlook(
  match: Match,
  change: (request: Request) => Request | Promise<Request>,
): Mutation["plant"] {
  return ({ service }) =>
    async (request) =>
      service(match(request, readRequestPath(request)) ? await change(request) : request);
}

function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return new Request(request, { headers });
}

function withQuery(request: Request, change: (query: URLSearchParams) => void): Request {
  const url = new URL(request.url);
  change(url.searchParams);
  return new Request(url, request);
}

/** Repairs JSON bodies. Text that is not JSON is left to the server. */
function repair(match: Match, change: (body: Body) => Body): Mutation["plant"] {
  return overlook(match, async (request) => {
    const text = await request.clone().text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return request;
    }
    const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
    return isPlain ? withBody(request, change(value as Body)) : request;
  });
}

function withBody(request: Request, body: Body): Request {
  const { method, headers } = request;
  return new Request(request.url, { method, headers, body: JSON.stringify(body) });
}

function removeMember(name: string): (body: Body) => Body {
  return ({ [name]: _, ...rest }) => rest;
}

function withStatus(status: number): (answer: Response) => Promise<Response> {
  return async (answer) =>
    new Response(status === 204 ? null : await answer.arrayBuffer(), {
      status,
      headers: answer.headers,
    });
}

function withoutHeader(name: string): (answer: Response) => Response {
  return (answer) => {
    answer.headers.delete(name);
    return answer;
  };
}

const creation = matchAt("POST", pets);
const listing = matchAt("GET", pets);
const reading = matchAt("GET", pet);

/** The faults, one each: in answers, statuses, headers, parameters, bodies, credentials, stored data and routes. */
export const mutations: readonly Mutation[] = [
  { name: "a pet lacks its species", plant: onValue(reading, removeMember("species")) },
  {
    name: "a pet's name is null",
    plant: onValue(reading, (value: Body) => ({ ...value, name: null })),
  },
  {
    name: "an age is a text",
    plant: onValue(reading, (value: Body) =>
      "age" in value ? { ...value, age: String(value.age) } : value,
    ),
  },
  {
    name: "items of a list have another format of created_at",
    plant: onValue(listing, (list: Body[]) =>
      list.map((each) => ({ ...each, created_at: "2026-01-31" })),
    ),
  },
  {
    name: "a list has a species that is not listed",
    plant: onValue(listing, (list: Body[]) => list.map((each) => ({ ...each, species: "CAT" }))),
  },
  {
    name: "a list is wrapped in an object",
    plant: onValue(listing, (list: Body[]) => ({ items: list })),
  },
  {
    name: "visits are under another name",
    plant: onValue(matchAt("GET", visits), ({ items }: Body) => ({ data: items })),
  },
  { name: "a refusal has no title", plant: onValue(() => true, removeMember("title"), [400]) },
  { name: "a creation answers with 200", plant: onAnswer(creation, withStatus(200)) },
  {
    name: "a deletion answers with 202",
    plant: onAnswer(matchAt("DELETE", pet), () => new Response(null, { status: 202 })),
  },
  { name: "an unknown pet is a failure", plant: onAnswer(reading, withStatus(500), [404]) },
  {
    name: "any id has a pet",
    plant: onAnswer(
      reading,
      (_, __, { pets: all }) => Response.json([...all.values()][0] ?? {}),
      [404],
    ),
  },
  {
    name: "refusals are pages of HTML",
    plant: onAnswer(
      () => true,
      () => new Response("<h1>Bad</h1>", { status: 400, headers: { "content-type": "text/html" } }),
      [400],
    ),
  },
  {
    name: "the count of a list is absent",
    plant: onAnswer(listing, withoutHeader("x-total-count")),
  },
  {
    name: "the count of a list is a word",
    plant: onAnswer(listing, (answer) => {
      answer.headers.set("x-total-count", "many");
      return answer;
    }),
  },
  { name: "a creation has no Location", plant: onAnswer(creation, withoutHeader("location")) },
  {
    name: "a pet has the media type of a page",
    plant: onAnswer(reading, (answer) => {
      answer.headers.set("content-type", "text/html");
      return answer;
    }),
  },
  {
    name: "the JSON of a pet ends too early",
    plant: onAnswer(reading, async (answer) => {
      const text = await answer.text();
      return new Response(text.slice(0, -1), { headers: answer.headers });
    }),
  },
  { name: "405 has no Allow", plant: onAnswer(() => true, withoutHeader("allow"), [405]) },
  {
    name: "limit is ignored",
    plant: overlook(listing, (request) => withQuery(request, (query) => query.delete("limit"))),
  },
  {
    name: "the filter by species is ignored",
    plant:
      ({ service }) =>
      async (request) => {
        const answer = await service(request.clone());
        return listing(request, readRequestPath(request)) && answer.ok
          ? service(withQuery(request, (query) => query.delete("species")))
          : answer;
      },
  },
  {
    name: "the filter by vaccination is ignored",
    plant:
      ({ service }) =>
      async (request) => {
        const answer = await service(request.clone());
        return listing(request, readRequestPath(request)) && answer.ok
          ? service(withQuery(request, (query) => query.delete("vaccinated")))
          : answer;
      },
  },
  {
    name: "a limit of 0 is accepted",
    plant: overlook(listing, (request) =>
      withQuery(request, (query) => query.get("limit") === "0" && query.set("limit", "1")),
    ),
  },
  {
    name: "a limit that is not a number is accepted",
    plant: overlook(listing, (request) =>
      withQuery(
        request,
        (query) => Number.isNaN(Number(query.get("limit"))) && query.delete("limit"),
      ),
    ),
  },
  {
    name: "a creation needs no branch",
    plant: overlook(creation, (request) =>
      request.headers.has("x-branch") ? request : withHeader(request, "x-branch", "ABC"),
    ),
  },
  {
    name: "the pattern of the branch is not checked",
    plant: overlook(creation, (request) =>
      request.headers.has("x-branch") ? withHeader(request, "x-branch", "ABC") : request,
    ),
  },
  { name: "a pet needs no name", plant: repair(creation, (body) => ({ name: "Rex", ...body })) },
  {
    name: "an age is accepted as a text",
    plant: repair(creation, (body) => (typeof body.age === "string" ? { ...body, age: 3 } : body)),
  },
  {
    name: "an age above the maximum is accepted",
    plant: repair(creation, (body) => (Number(body.age) > 40 ? { ...body, age: 40 } : body)),
  },
  {
    name: "members that are not documented are accepted",
    plant: repair(creation, (body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith("x_"))),
    ),
  },
  {
    name: "the format of the contact is not checked",
    plant: repair(creation, (body) =>
      typeof body.contact === "string" ? { ...body, contact: "a@example.com" } : body,
    ),
  },
  {
    name: "text that is not JSON is taken for an empty change",
    plant: overlook(matchAt("PATCH", pet), async (request) => {
      const text = await request.clone().text();
      return text.endsWith("}") ? request : withBody(request, { age: 1 });
    }),
  },
  {
    name: "any media type is read as JSON",
    plant: overlook(creation, (request) => withHeader(request, "content-type", "application/json")),
  },
  {
    name: "lists need no credentials",
    plant: overlook(listing, (request) =>
      request.headers.has("x-api-key") ? request : withHeader(request, "x-api-key", "clinic-key"),
    ),
  },
  {
    name: "any key opens the deletion",
    plant: overlook(matchAt("DELETE", pet), (request) =>
      withHeader(request, "x-api-key", "clinic-key"),
    ),
  },
  {
    name: "a change is answered and not kept",
    plant:
      ({ service, store }) =>
      async (request) => {
        const id = readRequestPath(request).split("/")[2] ?? "";
        const before = store.pets.get(id);
        const answer = await service(request);
        if (request.method === "PATCH" && before !== undefined) {
          store.pets.set(id, before);
        }
        return answer;
      },
  },
  {
    name: "a deletion does not delete",
    plant:
      ({ service, store }) =>
      async (request) => {
        const id = readRequestPath(request).split("/")[2] ?? "";
        const before = store.pets.get(id);
        const answer = await service(request);
        if (request.method === "DELETE" && before !== undefined) {
          store.pets.set(id, before);
        }
        return answer;
      },
  },
  {
    name: "a species of the list is refused",
    plant:
      ({ service }) =>
      async (request) =>
        new URL(request.url).searchParams.get("species") === "bird"
          ? Response.json(
              { title: "Bad Request", status: 400 },
              { status: 400, headers: { "content-type": "application/problem+json" } },
            )
          : service(request),
  },
  {
    name: "the filter by ids is ignored",
    plant:
      ({ service }) =>
      async (request) => {
        const answer = await service(request.clone());
        return listing(request, readRequestPath(request)) && answer.ok
          ? service(withQuery(request, (query) => query.delete("ids")))
          : answer;
      },
  },
  {
    name: "paths that are not documented are answered with 200",
    plant: onAnswer(
      (_, path) => !path.startsWith("/pets"),
      () => Response.json({ hello: "world" }),
      [404],
    ),
  },
];
