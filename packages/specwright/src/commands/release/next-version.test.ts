import { expect, test } from "vitest";
import type { Audience } from "../../emit/define-target.ts";
import { findTarget } from "../settings/targets.ts";
import { decideBump, raiseVersion } from "./next-version.ts";
import { makeChange } from "./testing/changes.ts";

test.each([
  ["1.2.3", "major", "2.0.0"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "patch", "1.2.4"],
  ["0.4.1", "major", "0.5.0"],
  ["0.4.1", "minor", "0.4.2"],
  ["0.4.1", "patch", "0.4.2"],
  ["2.0.0-beta.3", "major", "2.0.0"],
  ["1.2.3+build.5", "patch", "1.2.4"],
] as const)("%s with a %s change is followed by %s", (version, bump, next) => {
  expect(raiseVersion(version, bump)).toBe(next);
});

test("a change counts for the packages whose audience it breaks", () => {
  const changes = [makeChange({ clientCode: "breaks", validators: "breaks" })];
  const bumps = (["types", "client", "validators", "server"] as const).map(
    (target) => decideBump(listAudiences(target), changes).bump,
  );
  expect(bumps).toEqual(["major", "major", "major", "minor"]);
});

test("a change that breaks only running programs is a major version of the client alone", () => {
  const changes = [makeChange({ callers: "breaks" })];
  expect(decideBump(listAudiences("client"), changes).bump).toBe("major");
  expect(decideBump(listAudiences("types"), changes).bump).toBe("minor");
});

test("a change of texts is a patch", () => {
  const changes = [makeChange({}, "documentation")];
  expect(decideBump(listAudiences("types"), changes)).toEqual({ bump: "patch", because: changes });
});

function listAudiences(target: string): readonly Audience[] {
  return findTarget(target)?.audiences ?? [];
}
