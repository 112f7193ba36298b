import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { generate } from "../../../commands/generate.ts";
import { describeRenamings } from "./describe-renamings.ts";

const thing = { kind: "schema", name: "simple.user", location: { file: "a.yaml", pointer: "/x" } };

test("a warning names the thing, its name, the owner of the usual name, and the place", () => {
  const renaming = { thing, wanted: "simple_user", free: "simple_user_2" };
  expect(describeRenamings([{ ...renaming, owner: "simple-user" }])).toEqual([
    {
      ...{ severity: "warning", code: "renamed", file: "a.yaml", pointer: "/x" },
      message:
        "The schema `simple.user` is generated as `simple_user_2`, because `simple-user` already has the name `simple_user`.",
      fix: "Use `simple_user_2`, or rename the schema in the document.",
    },
  ]);
  expect(describeRenamings([{ ...renaming, owner: undefined }])[0]?.message).toContain(
    "because the generated code uses `simple_user` itself.",
  );
});

test("operations and tags whose names become the same have one warning each, for all targets, that lists every name", async () => {
  const operation = (operationId: string, tag: string): object => ({
    get: { operationId, tags: [tag], responses: { 200: { description: "ok" } } },
  });
  const folder = makeTemporaryFolder({
    "api.json": JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "A", version: "1" } },
      paths: { "/a": operation("get-x", "a-b"), "/b": operation("get_x", "a_b") },
    }),
  });
  const { diagnostics } = await generate({ document: "api.json", out: "generated", folder });
  const renamed = diagnostics.filter(({ code }) => code === "renamed");
  expect(renamed.map(({ message, pointer }) => [message.split("`")[1], pointer])).toEqual([
    ["a_b", undefined],
    ["get_x", "/paths/~1b/get"],
  ]);
  expect(renamed[0]?.message).toMatch(
    /`aBOperations_2`, `a-b-2` and `aB_2`, because `a-b` already/,
  );
  const names = ["getXOperation", "GetXInput", "GetXOutput", "GetXError", "GetXResponse"];
  for (const name of names) {
    expect(renamed[1]?.message).toContain(`\`${name}_2\``);
  }
  expect(renamed[1]?.message).toContain("because `getX` already has the names `getXOperation`, ");
});
