import { expect, test } from "vitest";
import { readChangelog } from "../../../testing/read-changelog.ts";
import { migrations } from "./index.ts";

test("CHANGELOG.md has each migration, and says which of them need a stop", () => {
  const declared = migrations.map(({ name, endsEarlierVersions }) => ({
    name,
    upgrade: endsEarlierVersions === true ? "needs a stop" : "rolling",
  }));
  expect(readChangelog().map(({ name, upgrade }) => ({ name, upgrade }))).toEqual(declared);
});

test("a migration of a release comes before those that are not released", () => {
  const releases = readChangelog().map(({ release }) => release);
  const firstUnreleased = releases.indexOf("Unreleased");
  expect(releases.slice(firstUnreleased).every((release) => release === "Unreleased")).toBe(true);
});
