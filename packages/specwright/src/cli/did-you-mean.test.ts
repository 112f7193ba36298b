import { expect, test } from "vitest";
import { run, smallDocument } from "../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";

const misspelt = `openapi: 3.1.0
info: {title: a, version: "1"}
security: [{api_kye: []}]
paths:
  /a:
    get:
      operationID: getA
      parameters: [{name: q, in: qurey, schema: {type: string}}]
      responses:
        "200":
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Usr'}}}
        "400":
          description: no
          content: {application/json: {schema: {$ref: 'schemsa.yaml#/Problem'}}}
        "401":
          description: no
          content: {application/json: {schema: {$ref: '#/definitions/User'}}}
        "402":
          description: no
          content: {application/json: {schema: {$ref: '#/components/schema/User'}}}
components:
  schemas:
    User:
      type: objct
      requred: [name]
      propertes: {name: {type: string}}
      additionalProperties: {type: strng}
      x-order: 1
      wholly-unlike: 1
  securitySchemes: {api_key: {type: http, scheme: bearer}}
`;

test.each(["generate", "types"])(
  "%s asks whether a similar name was meant, wherever a document names something",
  async (command) => {
    const folder = makeTemporaryFolder({ "api.yaml": misspelt, "schemas.yaml": "Problem: {}\n" });
    const args = command === "types" ? ["-o", "types.d.ts"] : ["--out", "out"];
    const { err } = await run(folder, [command, "api.yaml", ...args]);
    const asked = [...err.matchAll(/→ Did you mean (.*?)\?/g)].map(([, name]) => name);
    expect(asked.toSorted()).toEqual([
      "`#/components/schemas/User`",
      "`#/components/schemas/User`",
      "`#/components/schemas/User`",
      "`api_key`",
      "`object`",
      "`operationId`",
      "`properties`",
      "`query`",
      "`required`",
      "`schemas.yaml`",
      "`string`",
    ]);
  },
);

test.each([
  [["generate", "api.yaml", "--out", "out", "--targets", "clent"], "Did you mean `client`?"],
  [["generate", "nots"], "Did you mean `notes`?"],
  [["generate", "api.yml"], "Did you mean `api.yaml`?"],
  [["generate", "api.yml", "--out", "out"], "Did you mean `api.yaml`?"],
  [["scaffold", "nots"], "Did you mean `notes`?"],
  [["docs", "nots"], "Did you mean `notes`?"],
  [["types", "api.yml"], "Did you mean `api.yaml`?"],
  [["types", "spec/notes.yaml"], "Did you mean `specs/notes.yaml`?"],
  [["types", "notes.yaml"], "Did you mean `specs/notes.yaml`?"],
  [["generate", "specs/api.yaml"], "Did you mean `api.yaml`?"],
  [["release", "nots"], "Did you mean `notes`?"],
  [["genrate"], "Did you mean generate?"],
  [["generate", "--tragets", "client"], "Did you mean --targets?"],
])("%j is asked about", async (args, question) => {
  const folder = makeTemporaryFolder({
    "api.yaml": smallDocument,
    "specs/notes.yaml": smallDocument,
    "redocly.yaml": "apis: {notes: {root: specs/notes.yaml, x-specwright: {out: out}}}\n",
  });
  const { code, err } = await run(folder, args);
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(question);
});

test.each([
  [["generate", "no.yaml"]],
  [["generate", "no.yaml", "--out", "out"]],
  [["scaffold", "no.yaml"]],
  [["docs", "no.yaml"]],
  [["types", "no.yaml"]],
  [["diff", "no.yaml", "no.yaml"]],
  [["verify", "no.yaml", "http://127.0.0.1:9"]],
  [["release", "no.yaml"]],
])("a document that does not exist is the same problem for %j as for others", async (args) => {
  const { code, err } = await run(makeTemporaryFolder(), args);
  expect([code, /^error ([\w-]+)/m.exec(err)?.[1]]).toEqual([1, "file-not-readable"]);
});

test("settings of redocly.yaml are asked about", async () => {
  const folder = makeTemporaryFolder({
    "redocly.yaml":
      "apis: {a: {root: a.yaml, x-specwrigth: {}}, b: {root: b.yaml, x-specwright: {ouput: x, out: x, target: [types], package: {scop: '@a', scope: '@a'}}}}\n",
  });
  const { code, err } = await run(folder, ["generate"]);
  expect(code).toBe(1);
  expect([...err.matchAll(/→ (Did you mean .*?\?)?/g)].map(([, question]) => question)).toEqual([
    "Did you mean `x-specwright`?",
    undefined,
    "Did you mean `targets`?",
    "Did you mean `scope`?",
  ]);
});
