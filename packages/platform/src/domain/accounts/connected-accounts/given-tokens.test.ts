import { beforeAll, describe, expect, test } from "vitest";
import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import { isInFuture, separateTokens } from "./given-tokens.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const { run } = useDomainFixture(open);
  let oauth: AuthScheme;
  let key: AuthScheme;
  beforeAll(async () => {
    [oauth, key] = await run(async ({ catalog }) => {
      const found = [
        findScheme(catalog.findToolkit("github"), "OAUTH2"),
        findScheme(catalog.findToolkit("stripe"), "API_KEY"),
      ];
      if (found[0] === undefined || found[1] === undefined) {
        throw new Error("The toolkits have other schemes.");
      }
      return [found[0], found[1]];
    });
  });

  test("tokens are separated from other values, with the time at which they end", () => {
    const given = { access_token: "a", scope: ["x", "y"], region: "eu", id_token: "" };
    const separated = separateTokens(oauth, { ...given, expires_in: "3600" }, "val");
    expect(separated).toEqual({
      tokens: { val: { access_token: "a", scope: "x y", expires_in: 3600 }, end: 3600 },
      others: { region: "eu" },
    });
    const end = new Date("2026-02-06T20:00:00Z");
    for (const expires_at of [
      end.toISOString(),
      end.getTime() / 1000,
      "2026-02-06T21:00:00+0100",
    ]) {
      const { tokens } = separateTokens(oauth, { refresh_token: "r", expires_at }, "val");
      expect(tokens).toEqual({ val: { refresh_token: "r" }, end });
    }
    expect(separateTokens(oauth, { access_token: "a" }, "val").tokens?.end).toBeNull();
  });

  test("a scheme without a sign-in, and a request without tokens, have none", () => {
    const given = { access_token: "a", region: "eu" };
    expect(separateTokens(key, given, "val")).toEqual({ tokens: undefined, others: given });
    const scope = { scope: "a" };
    expect(separateTokens(oauth, scope, "val")).toEqual({ tokens: undefined, others: scope });
  });

  test.each<[object, string]>([
    [{ refresh_token: 7 }, "refresh_token: must be a string"],
    [{ expires_in: -1 }, "expires_in: must be a number of seconds"],
    [{ expires_in: "soon" }, "expires_in: must be a number of seconds"],
    ...["tomorrow", "2026-13-01", 1_770_408_000_000, {}].map((expires_at): [object, string] => [
      { expires_at },
      "expires_at: must be a time, such as 2026-02-06T20:00:00Z, or seconds since 1970",
    ]),
  ])("%j is refused by its name", (given, line) => {
    const refused = (): unknown => separateTokens(oauth, { access_token: "a", ...given }, "val");
    expect(refused).toThrow(expect.objectContaining({ errors: [`val.${line}`] }));
  });

  test("the database's clock says whether tokens last", async () => {
    const lasts = (end: Date | number | null): Promise<boolean> =>
      run((scope) => isInFuture(scope, end, 10_000));
    expect(await lasts(null)).toBe(true);
    expect([await lasts(11), await lasts(9)]).toEqual([true, false]);
    expect(await lasts(new Date("2999-01-01"))).toBe(true);
    expect(await lasts(new Date(0))).toBe(false);
  });
});
