import { expect, test } from "vitest";
import { testOauth2 } from "../../testing/test-catalog.ts";
import type { OAuth2Settings } from "../toolkits/types/auth-types.ts";
import { readTokenAnswer, TokenError } from "./token-answer.ts";

const { tokenResponse } = testOauth2("");

/** The tokens of an answer, or the code of its error and the refresh token that came with it. */
async function read(
  body: object,
  status = 200,
  more: Partial<OAuth2Settings["tokenResponse"]> = {},
): Promise<unknown> {
  return await readTokenAnswer(Response.json(body, { status }), {
    ...tokenResponse,
    ...more,
  }).catch((error: unknown) =>
    error instanceof TokenError ? [error.code, error.refreshToken] : error,
  );
}

test("a token is taken from a success alone", async () => {
  const granted = { access_token: "a", refresh_token: "r" };
  expect(await read(granted)).toEqual(granted);
  expect(await read(granted, 400)).toEqual(["status_400", undefined]);
  expect(await read({ ...granted, error: "invalid_grant" }, 403)).toEqual([
    "invalid_grant",
    undefined,
  ]);
  const success = { pointer: "/ok", equals: true };
  expect(await read({ ...granted, ok: false }, 200, { success })).toEqual([
    "status_200",
    undefined,
  ]);
  expect(await read({ ...granted, ok: true }, 200, { success })).toEqual(granted);
});

test("a new refresh token without a usable access token is not lost", async () => {
  expect(await read({ refresh_token: "r" })).toEqual(["status_200", "r"]);
  expect(await read({ access_token: "a\nb", refresh_token: "r" })).toEqual(["status_200", "r"]);
});

test("a lifetime is a positive number of whole seconds, at most a year", async () => {
  const readLife = async (expires_in: unknown): Promise<unknown> =>
    Object(await read({ access_token: "a", expires_in })).expires_in;
  const lives = [60, "60", 60.9, 1e12, 0, -1, "", null, "soon"];
  expect(await Promise.all(lives.map(readLife))).toEqual([
    ...[60, 60, 60, 366 * 86_400],
    ...[undefined, undefined, undefined, undefined, undefined],
  ]);
});
