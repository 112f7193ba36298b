import { expect, test } from "vitest";
import { RefreshRefusedError } from "../applications/oauth/refresh-errors.ts";
import { TokenError } from "../applications/oauth/token-answer.ts";
import { reportExpired } from "./report-expired.ts";

function captureWarnings(error: unknown, kind: "refused" | "transient"): readonly unknown[] {
  const lines: unknown[] = [];
  const log = { warn: (...line: readonly unknown[]) => void lines.push(line) };
  reportExpired(log)({ projectId: "proj_1", accountId: "ca_1", kind, error });
  return lines;
}

test("an account that its application refused is named with the code of the refusal", () => {
  const cause = new TokenError("invalid_grant", "token rt-secret was revoked");
  const error = new RefreshRefusedError("The application refused to refresh the tokens.", {
    cause,
  });
  expect(captureWarnings(error, "refused")).toEqual([
    [
      {
        project_id: "proj_1",
        connected_account_id: "ca_1",
        reason: "refused",
        oauth_error: "invalid_grant",
      },
      "connected account expired",
    ],
  ]);
});

test("texts that could be secrets are left out", () => {
  for (const error of [new TokenError("rt-1A2B", undefined), new TypeError("rt-1A2B"), "rt-1A2B"]) {
    const lines = captureWarnings(error, "transient");
    expect(lines).toMatchObject([[{ reason: "failed too often" }, "connected account expired"]]);
    expect(JSON.stringify(lines)).not.toContain("rt-1A2B");
  }
});
