import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { completeDocument } from "../../../../test/server-files.ts";
import { chooseGroup, groupOperations } from "./group-operations.ts";

test.each([
  ["/users/{id}", "users"],
  ["/users", "users"],
  ["/api/v2/users/{id}/posts", "users"],
  ["/v1.1/users", "users"],
  ["/2010-04-01/Accounts/{Sid}.json", "Accounts"],
  ["/{tenant}/users", "users"],
  ["/users:search", "users"],
  ["/users.json", "users"],
  ["/users{?page}", "users"],
  ["/users?beta=true", "users"],
  ["/@me/guilds", "@me"],
  ["/", "root"],
  ["/{id}", "root"],
  ["/api", "root"],
])("an operation of %s without a tag is in the group %s", (path, group) => {
  expect(chooseGroup({ tags: [], path })).toBe(group);
  expect(chooseGroup({ tags: ["Pets", "b"], path })).toBe("Pets");
});

test("tags of the document come first in their order, and an operation without a tag joins the tag of its path", () => {
  const operation = (tag?: string) => ({ responses: {}, ...(tag && { tags: [tag] }) });
  const document = {
    ...completeDocument({
      paths: {
        "/plants": { get: operation() },
        "/users/{id}": { get: operation(), put: operation("users") },
        "/pets": { get: operation("pets") },
      },
    }),
    tags: [{ name: "pets", description: "Animals." }, { name: "unused" }, { name: "users" }],
  };
  const groups = groupOperations(buildModelFrom(document));
  expect(groups.map(({ tag, operations }) => [tag.name, operations.length])).toEqual([
    ["pets", 1],
    ["users", 2],
    ["plants", 1],
  ]);
  expect(groups[0]?.tag.description).toBe("Animals.");
});
