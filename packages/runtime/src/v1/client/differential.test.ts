import createOriginal from "openapi-fetch";
import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";
import { createClient } from "../client.ts";

/** A request as text, so that two can be compared. */
async function describeRequest(request: Request): Promise<string> {
  const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`);
  return [`${request.method} ${request.url}`, ...headers, await request.text()].join("\n");
}

type Call = (method: string, path: string, init: object) => Promise<object>;

/** Both clients get the same options and calls, for which neither has a type. */
const clients = [createOriginal, createClient] as unknown as ((options: object) => {
  request: Call;
})[];

/** Calls both clients, and compares their requests and results. */
async function compare(
  options: object,
  path: string,
  init: object,
  answer: () => Response,
): Promise<void> {
  const outcomes: unknown[] = [];
  for (const create of clients) {
    let sent = "";
    const fetch = async (request: Request): Promise<Response> => {
      sent = await describeRequest(request);
      return answer();
    };
    const client = create({ baseUrl: "http://localhost/v1/", ...options, fetch });
    const result = await client.request("post", path, init).catch((error: Error) => {
      // Our client refuses dot segments. With openapi-fetch, the URL parser silently drops them.
      fc.pre(!error.message.includes('must not be "." or ".."'));
      return { thrown: true };
    });
    outcomes.push({ sent, ...result, response: undefined });
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
}

const text = fc.string({ unit: "grapheme" });
const name = fc.stringMatching(/^[a-z_]{1,8}$/);
const primitive = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
);
const flat = fc.oneof(text, fc.integer(), fc.boolean());
const value = fc.oneof(
  primitive,
  fc.array(flat),
  fc.dictionary(name, flat, { noNullPrototype: true }),
);
const json = fc.jsonValue({ maxDepth: 2 });

const arrayStyle = fc.record({
  style: fc.constantFrom("form", "spaceDelimited", "pipeDelimited"),
  explode: fc.boolean(),
});
const objectStyle = fc.record({
  style: fc.constantFrom("form", "deepObject"),
  explode: fc.boolean(),
});
const headers = fc.dictionary(
  fc.constantFrom("a", "b", "Content-Type"),
  fc.constantFrom("x", 1, false, null, undefined, "application/x-www-form-urlencoded", ["p", "q"]),
  { noNullPrototype: true },
);

test("random calls send what openapi-fetch sends, and give what it gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        querySerializer: fc.record({ array: arrayStyle, object: objectStyle }),
        headers,
      }),
      fc.record(
        {
          params: fc.record({
            path: fc.dictionary(fc.constantFrom("p", "q", "r"), value, { noNullPrototype: true }),
            query: fc.dictionary(name, value, { noNullPrototype: true }),
            header: headers,
          }),
          body: json,
          headers,
          parseAs: fc.constantFrom("json", "text", undefined),
        },
        { requiredKeys: ["params"] },
      ),
      fc.record({
        status: fc.constantFrom(200, 201, 204, 400, 500),
        body: fc.oneof(
          json.map((j) => JSON.stringify(j)),
          fc.constant(""),
        ),
      }),
      async (options, init, { status, body }) => {
        // openapi-fetch writes an empty object as `&`, ours writes nothing. It also gives an empty error as an empty
        // text, until its next release.
        fc.pre(
          !Object.values(init.params.query).some(
            (part) => typeof part === "object" && part !== null && Object.keys(part).length === 0,
          ),
        );
        fc.pre(status < 400 || body !== "");
        await compare(
          options,
          "/x/{p}/{.q}/{;r*}",
          init,
          () => new Response(status === 204 ? null : body, { status }),
        );
      },
    ),
    { numRuns: 300 },
  );
});
