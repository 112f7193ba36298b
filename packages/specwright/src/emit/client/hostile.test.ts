import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../test/client-project.ts";

test("texts of the document that look like code, and names that are taken, stay harmless", async () => {
  const names = [
    "Error",
    "__proto__",
    "constructor",
    "class",
    "call",
    "createClient",
    "a b",
    "ab",
    "a-b",
  ];
  const document = {
    openapi: "3.1.0",
    info: { title: "*/ throw 1 /*", version: "1" },
    tags: [{ name: "index", description: "*/ throw 2" }],
    paths: Object.fromEntries(
      names.map((name) => [
        `/${encodeURIComponent(name)}/{${name}}`,
        {
          get: {
            operationId: name,
            tags: ["index"],
            summary: ["`$", "{throw 3}` */ throw 4 // \u2028 throw 5"].join(""),
            parameters: [
              { name, in: "path", required: true, schema: { type: "string" } },
              {
                name: 'quo"te\n',
                in: "query",
                description: "*/ throw 6",
                schema: { type: "string" },
              },
            ],
            responses: {
              200: {
                description: "",
                content: { "application/json": { schema: { enum: ["*/", "`"] } } },
              },
            },
          },
        },
      ]),
    ),
  };
  const project = createProject(emitFiles(openModel(document)));
  const consumer = `
import * as api from "./client/index.js";
const { createApi, createClient, createTransport, ApiError, ...others } = api;
const operations = Object.keys(others).filter((name) => !/Error$/.test(name) || name === "Error");
console.log(JSON.stringify([operations.length, Object.keys(createApi({ baseUrl: "" })), ApiError.name]));
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  expect(await project.run("consumer.ts", {})).toEqual([names.length, ["index"], "ApiError"]);
});
