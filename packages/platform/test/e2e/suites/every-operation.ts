import { expect, test } from "vitest";
import type { OperationPlace } from "../../../../../scripts/support/operations.ts";
import { runWithinOneMinute } from "../../../src/testing/within-one-minute.ts";
import { type ExampleChange, hosted, preferJson, sendExample } from "../send-example.ts";
import { startWorld, type World } from "../world.ts";

const isEveryCase = (): boolean => true;

/** Refusals that any request can get, tested at every operation of the document. */
export function testEveryOperation(world: () => World): void {
  /**
   * Sends the same change to every operation that `only` admits, and returns the responses. Hosted pages are also
   * called as by a browser.
   */
  const collectAnswersAt = async (
    at: World,
    only: (place: OperationPlace) => boolean,
    change: (place: OperationPlace) => ExampleChange,
  ): Promise<ReadonlyMap<string, string>> => {
    const reported = new Map<string, string>();
    for (const place of at.coverage.places.filter(only)) {
      const { headers, ...rest } = change(place);
      const name = place.operation.operationId;
      const send = (accept: string): Promise<string> =>
        sendExample(at, place, { ...rest, headers: { accept, ...headers } });
      reported.set(name, await send(preferJson));
      if (hosted.includes(name)) {
        reported.set(`${name} to a browser`, await send("text/html"));
      }
    }
    return reported;
  };
  const collectAnswers = (
    only: (place: OperationPlace) => boolean,
    change: (place: OperationPlace) => ExampleChange,
  ): Promise<ReadonlyMap<string, string>> => collectAnswersAt(world(), only, change);
  /** The responses that differ from the expected one. A browser should get an HTML page with the expected status. */
  const findDifferentAnswers = (
    reported: ReadonlyMap<string, string>,
    expected: string,
  ): readonly string[] =>
    [...reported]
      .filter(([name, each]) => {
        const isPage = name.endsWith(" to a browser") && expected !== "406 Request_NotAcceptable";
        return each !== (isPage ? `${expected.slice(0, 3)} page` : expected);
      })
      .map((each) => each.join(" "));
  const hasKey = ({ operation: { security } }: OperationPlace): boolean =>
    security === undefined ||
    (security.length > 0 && !security.some((each) => Object.keys(each).length === 0));
  const hasBody = ({ operation }: OperationPlace): boolean => "requestBody" in operation;
  /** Operations that both kinds of keys may use. */
  const isOfAnyKey = ({ path }: OperationPlace): boolean =>
    path.startsWith("/api/v3/auth/") || path.startsWith("/api/v3/console/session");
  const isOwners = ({ path }: OperationPlace): boolean => path.includes("/org/owner/");

  test("a missing key and one that is not good are 401", async () => {
    for (const key of ["", "ak_0123456789012345678901234567890"]) {
      const reported = await collectAnswers(hasKey, () => ({
        headers: { "x-api-key": key, cookie: "" },
      }));
      expect(findDifferentAnswers(reported, "401 Auth_KeyInvalid")).toEqual([]);
    }
    const reported = await collectAnswers(
      (place) => !hasKey(place),
      () => ({ headers: { "x-api-key": "x" } }),
    );
    expect(findDifferentAnswers(reported, "401 Auth_KeyInvalid")).toEqual([]);
  });

  test("the other kind of key is 403", async () => {
    const isProjects = (place: OperationPlace): boolean =>
      hasKey(place) && !isOwners(place) && !isOfAnyKey(place);
    const { keys } = world();
    const wrong = await collectAnswers(isProjects, () => ({
      headers: { "x-api-key": keys.owner },
    }));
    expect(findDifferentAnswers(wrong, "403 Auth_ProjectKeyRequired")).toEqual([]);
    const owners = await collectAnswers(isOwners, () => ({
      headers: { "x-api-key": keys.project },
    }));
    expect(findDifferentAnswers(owners, "403 Auth_OrganizationKeyRequired")).toEqual([]);
  });

  test("another method is 405, a media type that is not produced 406, one that is not read 415", async () => {
    const method = await collectAnswers(
      () => true,
      () => ({ method: "PROPFIND" }),
    );
    expect(findDifferentAnswers(method, "405 Request_MethodNotAllowed")).toEqual([]);
    const accept = await collectAnswers(
      () => true,
      () => ({ headers: { accept: "image/png" } }),
    );
    expect(findDifferentAnswers(accept, "406 Request_NotAcceptable")).toEqual([]);
    const type = await collectAnswers(hasBody, () => ({
      headers: { "content-type": "text/turtle" },
      body: "x",
    }));
    expect(findDifferentAnswers(type, "415 Request_MediaTypeUnsupported")).toEqual([]);
  });

  test("a browser of an origin that is not allowed is 403, our own pages are let through", async () => {
    const isApi = ({ path }: OperationPlace): boolean => path.startsWith("/api/v3/auth/");
    const foreign = await collectAnswers(isApi, () => ({
      headers: { origin: "https://evil.example" },
    }));
    expect(findDifferentAnswers(foreign, "403 Auth_OriginNotAllowed")).toEqual([]);
    const own = await collectAnswers(isApi, () => ({ headers: { origin: world().url } }));
    expect(findDifferentAnswers(own, "200")).toEqual([]);
  });

  test("a body that is too large is 413", async () => {
    const large: Readonly<Record<string, number>> = { importToolkit: 32, replaceToolkit: 32 };
    // It may have 25 MiB.
    const isUsual = ({ operation }: OperationPlace): boolean =>
      operation.operationId !== "receiveWebhook";
    const reported = await collectAnswers(
      (place) => hasBody(place) && isUsual(place),
      ({ operation }) => ({
        body: "a".repeat((large[operation.operationId] ?? 1) * 1024 * 1024 + 1),
      }),
    );
    expect(findDifferentAnswers(reported, "413 Request_BodyTooLarge")).toEqual([]);
  });

  test("a body that is not JSON is 400", async () => {
    const takesJson = (place: OperationPlace): boolean =>
      hasBody(place) && !["submitLink", "receiveWebhook"].includes(place.operation.operationId);
    const reported = await collectAnswers(takesJson, () => ({ body: "{" }));
    expect(findDifferentAnswers(reported, "400 Validation_Failed")).toEqual([]);
  });

  test("percent-encoding that cannot be undone is 400, and header fields that are too large 431", async () => {
    for (const query of ["a=%", "%zz=1", "cursor=%E9"]) {
      const reported = await collectAnswers(isEveryCase, ({ path }) => ({
        url: `${path.replaceAll(/\{[^}]+\}/g, "x")}?${query}`,
      }));
      expect(findDifferentAnswers(reported, "400 Validation_Failed")).toEqual([]);
    }
    // The HTTP parser refuses these requests before it knows their path or `Accept`.
    const large = await collectAnswers(isEveryCase, () => ({
      headers: { "x-large": "x".repeat(20_000) },
    }));
    expect([...new Set(large.values())]).toEqual(["431 Request_HeadersTooLarge"]);
  });

  test("a parameter of another form is 400", async () => {
    const { url, keys, coverage } = world();
    for (const place of coverage.places) {
      if (!place.path.includes("{")) {
        continue;
      }
      const path = place.path.replaceAll(/\{[^}]+\}/g, "%20");
      const key = isOwners(place) ? keys.owner : keys.project;
      const body = hasBody(place) ? { body: "{}" } : {};
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const method = place.method.toUpperCase();
      const response = await coverage.fetch(new Request(url + path, { method, headers, ...body }));
      // A form is not parsed as JSON, and a user's id may be any string.
      const allowed = place.operation.operationId === "submitLink" ? 415 : 400;
      expect([place.operation.operationId, response.status]).toEqual([
        place.operation.operationId,
        place.operation.operationId === "deleteUser" ? response.status : allowed,
      ]);
    }
  });

  test("a caller who has used up the limit is 429 with the seconds to wait", async () => {
    const limited = await startWorld({
      storage: world().storage,
      environment: { PLATFORM_RATE_LIMIT: "1" },
      coverage: world().coverage,
    });
    try {
      const isMcp = ({ operation }: OperationPlace): boolean =>
        ["callMcpServer", "callSessionMcp"].includes(operation.operationId);
      const { reported, keyless, response } = await runWithinOneMinute(async () => {
        // The first request of the project, and the first one of this address, are within the limit.
        await collectAnswersAt(limited, isEveryCase, () => ({}));
        return {
          reported: await collectAnswersAt(limited, isEveryCase, () => ({})),
          // Without a key, a request is counted by its address.
          keyless: await collectAnswersAt(limited, isMcp, () => ({ headers: { "x-api-key": "" } })),
          response: await fetch(`${limited.url}/api/v3/toolkits`, {
            headers: { "x-api-key": limited.keys.project },
          }),
        };
      });
      expect(findDifferentAnswers(reported, "429 Request_RateLimited")).toEqual([]);
      expect(findDifferentAnswers(keyless, "429 Request_RateLimited")).toEqual([]);
      expect(response.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+, "processor";/);
      expect(response.headers.get("ratelimit-policy")).toMatch(/^"default";q=1;w=60, "processor";/);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
}
