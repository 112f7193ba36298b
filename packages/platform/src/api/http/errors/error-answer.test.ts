import { expect, test } from "vitest";
import { errorSlugs } from "../../../base/error-slugs.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createErrorAnswers } from "./error-answer.ts";
import { readErrorCatalog } from "./error-catalog.ts";

const answers = createErrorAnswers(readErrorCatalog());

test("every error of the list has its code, status, message and the id of the request", () => {
  for (const slug of errorSlugs) {
    const { status, body } = answers.answerError(new PlatformError(slug), "req_000000000000");
    expect(body).toEqual({
      error: {
        message: expect.stringMatching(/\.$/),
        code: expect.any(Number),
        slug,
        status,
        request_id: "req_000000000000",
        suggested_fix: expect.any(String),
      },
    });
  }
});

test("a wait is given in whole seconds, and an unavailable service always gives one", () => {
  const limited = new PlatformError("Request_RateLimited", { retryAfterSeconds: 1.2 });
  expect(answers.answerError(limited, "").headers).toEqual({ "retry-after": "2" });
  const away = new PlatformError("Server_Unavailable");
  expect(answers.answerError(away, "").headers).toEqual({ "retry-after": "5" });
  expect(answers.answerError(new PlatformError("Tool_NotFound"), "").headers).toEqual({});
});

test("failures of the router have errors of the list, and a hook's refusal names its own", () => {
  const answerSlug = (
    failure: Parameters<typeof answers.answerFailure>[0],
    path = "/",
  ): unknown => {
    // The first test checks this shape.
    const { error } = answers.answerFailure(failure, "", path).body as { error: { slug: string } };
    return error.slug;
  };
  expect(answerSlug({ kind: "not-found", status: 404 })).toBe("Request_PathUnknown");
  expect(answerSlug({ kind: "unexpected", status: 500 })).toBe("Server_Unexpected");
  const detail = "Auth_OrganizationKeyRequired";
  expect(answerSlug({ kind: "forbidden", status: 403, detail })).toBe(detail);
  const invalid = {
    kind: "invalid-request",
    status: 400,
    errors: ["query.uuid: must be a UUID"],
  } as const;
  expect(answerSlug(invalid)).toBe("Validation_Failed");
  expect(answerSlug(invalid, "/api/v3/migration/get-nanoid")).toBe("Migration_UuidInvalid");
});

test("a refused media type is answered with those that the operation has", () => {
  const types = ["application/json", "application/yaml"];
  const body = { kind: "unsupported-media-type", status: 415, supported: types } as const;
  expect(answers.answerFailure(body, "", "/").body).toMatchObject({
    error: {
      message: "The Content-Type of the body is not supported.",
      suggested_fix:
        "Send the body as application/json or application/yaml, with that Content-Type and without Content-Encoding.",
    },
  });
  const accept = { kind: "not-acceptable", status: 406, available: types } as const;
  expect(answers.answerFailure(accept, "", "/").body).toMatchObject({
    error: {
      message: "None of the media types in the Accept header can be produced.",
      suggested_fix:
        "Send an Accept header that admits application/json or application/yaml, or leave it out.",
    },
  });
});
