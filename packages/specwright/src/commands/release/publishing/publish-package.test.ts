import { expect, test } from "vitest";
import { listPublishArguments } from "./publish-package.ts";

const settings = { access: "public" } as const;

test.each([
  ["GitHub", { ACTIONS_ID_TOKEN_REQUEST_URL: "https://token.example" }],
  ["GitLab", { SIGSTORE_ID_TOKEN: "token" }],
])("provenance is asked for where %s offers an identity", (_, environment) => {
  const file = "notes.tgz";
  const asked = ["publish", file, "--provenance"];
  expect(listPublishArguments(file, settings, environment)).toEqual(asked);
  expect(listPublishArguments(file, undefined, environment)).toEqual(asked);
});

test.each([
  ["without an identity", settings, { ACTIONS_ID_TOKEN_REQUEST_URL: "", CI: "true" }],
  ["for a package of a few", { access: "restricted" }, { SIGSTORE_ID_TOKEN: "token" }],
  ["when the settings say so", { provenance: false }, { SIGSTORE_ID_TOKEN: "token" }],
] as const)("provenance is not asked for %s", (_, given, environment) => {
  expect(listPublishArguments("notes.tgz", given, environment)).toEqual(["publish", "notes.tgz"]);
});
