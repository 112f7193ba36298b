import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { openShapedDocument } from "../open-shaped.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://a.example" }],
  paths: {
    "/pets": {
      get: { tags: ["pets", "old"], parameters: [{ name: "old" }, { name: "limit" }] },
      post: { tags: ["pets"] },
    },
    "/shops": { get: { tags: ["shops"] } },
  },
};

type Document = typeof document;

function apply(actions: readonly object[], members: object = {}) {
  const overlay = { overlay: "1.1.0", info: { title: "Fixes", version: "1" }, actions, ...members };
  const folder = makeTemporaryFolder({
    "api.json": JSON.stringify(document),
    "fix.json": JSON.stringify(overlay),
  });
  const input = { overlays: ["fix.json"] };
  const shaped = openShapedDocument("api.json", { folder, input });
  return {
    ...shaped,
    value: shaped.document.root.value as Document,
    problems: shaped.document.problems,
  };
}

function problemsOf(actions: readonly object[], members: object = {}): unknown {
  try {
    return apply(actions, members).problems;
  } catch (error) {
    return (error as { diagnostics: unknown }).diagnostics;
  }
}

test("objects are merged, arrays are appended to and concatenated, and single values are replaced", () => {
  const { value, steps } = apply([
    { target: "$.info", update: { title: "Zoo", contact: { name: "Ann" } } },
    { target: "$.info.version", update: "2" },
    { target: "$.servers", update: { url: "https://b.example" } },
    { target: "$.paths.*.get", update: { tags: ["read"], "x-safe": true } },
    { target: "$['paths']['/pets'].get.tags", update: "all" },
  ]);
  expect(value.info).toEqual({ title: "Zoo", version: "2", contact: { name: "Ann" } });
  expect(value.servers).toEqual([{ url: "https://a.example" }, { url: "https://b.example" }]);
  expect(value.paths["/pets"].get).toMatchObject({
    tags: ["pets", "old", "read", "all"],
    "x-safe": true,
  });
  expect(value.paths["/shops"].get).toEqual({ tags: ["shops", "read"], "x-safe": true });
  expect(steps).toMatchObject([{ step: "overlay", source: "fix.json" }]);
  expect(steps[0]?.changes.slice(0, 2)).toEqual([
    { action: "changed", kind: "part", name: "#/info" },
    { action: "changed", kind: "part", name: "#/info/version" },
  ]);
});

test("nodes are removed from objects and arrays, also several of one array", () => {
  const { value } = apply([
    { target: "$.paths['/pets'].get.parameters[?@.name == 'old']", remove: true },
    { target: "$.paths.*.get.tags[*]", remove: true },
    { target: "$.paths.*.post", remove: true, update: { ignored: true } },
  ]);
  expect(value.paths).toEqual({
    "/pets": { get: { tags: [], parameters: [{ name: "limit" }] } },
    "/shops": { get: { tags: [] } },
  });
});

test("a copy can be changed without changing what it was copied from", () => {
  const { value } = apply([
    { target: "$.paths['/pets'].get", update: { "x-first": true } },
    { target: "$.paths", update: { "/animals": {} } },
    { target: "$.paths['/animals']", copy: "$.paths['/pets']" },
    { target: "$.paths['/animals'].get", update: { "x-animal": true } },
    { target: "$.paths['/pets'].post", remove: true },
  ]);
  const { get } = document.paths["/pets"];
  expect(value.paths).toMatchObject({
    "/pets": { get: { ...get, "x-first": true } },
    "/animals": { get: { ...get, "x-first": true, "x-animal": true }, post: { tags: ["pets"] } },
  });
  expect(value.paths["/pets"].get).not.toHaveProperty("x-animal");
  expect(value.paths["/pets"]).not.toHaveProperty("post");
});

test("places of what an overlay wrote are in the overlay, and all others in the document", () => {
  const { trace } = apply([
    { target: "$.servers[0]", remove: true },
    { target: "$.servers", update: [{ url: "https://b.example", variables: {} }] },
    { target: "$.paths['/shops'].get", update: { deprecated: "yes" } },
    { target: "$.info.title", update: "Zoo" },
  ]);
  const pointers = [
    "/servers/0/url",
    "/paths/~1shops/get/deprecated",
    "/paths/~1shops/get/tags/0",
    "/info/title",
    "/info/version",
  ];
  const diagnostics = pointers.map(
    (pointer) =>
      ({ severity: "error", code: "", message: "", fix: "", file: "api.json", pointer }) as const,
  );
  expect(trace(diagnostics).map(({ file, pointer }) => `${file}#${pointer}`)).toEqual([
    "fix.json#/actions/1/update/0/url",
    "fix.json#/actions/2/update/deprecated",
    "api.json#/paths/~1shops/get/tags/0",
    "fix.json#/actions/3/update",
    "api.json#/info/version",
  ]);
});

test("a target that selects nothing is a warning with the name that was probably meant", () => {
  expect(problemsOf([{ target: "$.paths['/pet'].get", remove: true }])).toMatchObject([
    {
      severity: "warning",
      code: "overlay-without-match",
      message:
        "`$.paths['/pet'].get` selects nothing of the document, because nothing is called `/pet` there.",
      fix: "Did you mean `/pets`? Correct the target, or remove the action.",
      file: "fix.json",
      pointer: "/actions/0/target",
    },
  ]);
  expect(problemsOf([{ target: "$..parameters[?@.name == 'x']", remove: true }])).toMatchObject([
    { message: "`$..parameters[?@.name == 'x']` selects nothing of the document." },
  ]);
});

test.each([
  [
    [{ target: "$.info", update: ["a"] }],
    "An action cannot merge lists into objects.",
    "/actions/0/update",
  ],
  [
    [{ target: "$", update: { paths: [] } }],
    "An action cannot merge lists into objects.",
    "/actions/0/update/paths",
  ],
  [
    [{ target: "$.info.*", update: { a: 1 } }],
    "An action cannot merge objects into single values.",
    "/actions/0/update",
  ],
  [
    [{ target: "$.*", update: { a: 1 } }],
    "`$.*` selects single values and objects and lists, and an action changes nodes of one kind only.",
    "/actions/0/target",
  ],
  [[{ target: "$", remove: true }], "An action cannot remove the whole document.", "/actions/0"],
  [
    [{ target: "$.info", copy: "$.paths.*" }],
    "`copy` selects 2 nodes, and only one can be copied.",
    "/actions/0/copy",
  ],
  [[{ update: {} }], "`target` of an action must be a JSONPath query.", "/actions/0"],
  [
    [{ target: "paths", update: {} }],
    /^`paths` is not a JSONPath query of RFC 9535: /,
    "/actions/0/target",
  ],
  [[], "The overlay fix.json has no list of `actions`.", ""],
])(
  "an overlay that cannot be applied is an error with its place: %j",
  (actions, message, pointer) => {
    expect(problemsOf(actions)).toMatchObject([
      {
        severity: "error",
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
        file: "fix.json",
        pointer,
      },
    ]);
  },
);

test("mistakes that change nothing are warnings", () => {
  expect(problemsOf([{ target: "$.info", updat: {}, remove: false }])).toMatchObject(
    [
      { severity: "warning", code: "misspelt-action", fix: /^Did you mean `update`\?/ },
      { severity: "warning", message: "This action of an overlay changes nothing." },
    ].map(({ fix, ...rest }) =>
      fix === undefined ? rest : { ...rest, fix: expect.stringMatching(fix) },
    ),
  );
  expect(problemsOf([{ target: "$", update: { paths: null } }])).toMatchObject([
    { severity: "warning", message: "This member of the overlay is empty, so nothing is changed." },
  ]);
});

test("an overlay of another document, or of another version, is reported", () => {
  const actions = [{ target: "$.info", update: { title: "A" } }];
  expect(problemsOf(actions, { extends: "./api.json" })).toEqual([]);
  expect(problemsOf(actions, { extends: "https://a.example/api.json" })).toEqual([]);
  expect(problemsOf(actions, { extends: "other.json" })).toMatchObject([
    { severity: "warning", code: "overlay-of-another-document", pointer: "/extends" },
  ]);
  expect(problemsOf(actions, { overlay: "2.0.0" })).toMatchObject([
    { severity: "error", message: "specwright does not know Overlay 2.0.0." },
  ]);
});
