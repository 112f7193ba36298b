import { expect, test } from "vitest";
import { listPublishArguments } from "./publish-package.ts";

const settings = { access: "public" } as const;
const packed = { file: "notes.tgz", planned: { next: "1.2.0" } };

test.each([
  ["GitHub", { ACTIONS_ID_TOKEN_REQUEST_URL: "https://token.example" }],
  ["GitLab", { SIGSTORE_ID_TOKEN: "token" }],
])("provenance is asked for where %s offers an identity", (_, environment) => {
  const asked = ["publish", "notes.tgz", "--provenance"];
  expect(listPublishArguments(packed, settings, environment)).toEqual(asked);
  expect(listPublishArguments(packed, { provenance: true }, environment)).toEqual(asked);
});

test.each([
  ["without an identity", settings, { ACTIONS_ID_TOKEN_REQUEST_URL: "", CI: "true" }],
  ["for a package of a few", { access: "restricted" }, { SIGSTORE_ID_TOKEN: "token" }],
  ["for a package that is not public by default", {}, { SIGSTORE_ID_TOKEN: "token" }],
  ["without settings", undefined, { SIGSTORE_ID_TOKEN: "token" }],
  [
    "when the settings say so",
    { access: "public", provenance: false },
    { SIGSTORE_ID_TOKEN: "token" },
  ],
] as const)("provenance is not asked for %s", (_, given, environment) => {
  expect(listPublishArguments(packed, given, environment)).toEqual(["publish", "notes.tgz"]);
});

test.each([
  ["2.0.0-beta.1", ["--tag", "beta"]],
  ["2.0.0-1", ["--tag", "next"]],
  ["2.0.0+build-1", []],
])("%s is published with %j", (next, tag) => {
  const args = listPublishArguments({ ...packed, planned: { next } }, settings, {});
  expect(args).toEqual(["publish", "notes.tgz", ...tag]);
});
