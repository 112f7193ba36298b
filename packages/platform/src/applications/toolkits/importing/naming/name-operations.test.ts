import { describe, expect, test } from "vitest";
import { buildToolSlug } from "../../build/tool-slug.ts";
import { identifyOperation, nameOperations } from "./name-operations.ts";

type Line = readonly [
  place: string,
  operationId?: string | undefined,
  summary?: string | undefined,
];

function toOperations(lines: readonly Line[]) {
  return lines.map(([place, operationId, summary]) => {
    const [method = "", path = ""] = place.split(" ");
    return { method, path, operationId, summary, tags: ["Users"] };
  });
}

/** The slugs of the tools of a new toolkit `app`, or of one that has tools already. */
function nameTools(lines: readonly Line[], earlier: ReadonlyMap<string, string> = new Map()) {
  const names = nameOperations(toOperations(lines), {
    toolkitSlug: "app",
    earlier,
    kept: new Set(["testMe_test_get"]),
  });
  return names.map((name) => buildToolSlug("app", name));
}

describe("a name replaces an id that a framework made", () => {
  test.each([
    ["FastAPI", "post /flows/", "create_flow_flows__post", "Create Flow", "APP_CREATE_FLOW"],
    [
      "FastAPI below a path",
      "get /api/v1/flows/{id}",
      "read_flow_flows__id__get",
      "",
      "APP_READ_FLOW",
    ],
    [
      "FastAPI, function with a common name",
      "get /flows/{id}",
      "get_flows__id__get",
      "",
      "APP_GET_FLOW",
    ],
    ["NestJS", "get /users", "UsersController_findAll", "", "APP_LIST_USERS"],
    ["NestJS with a version", "post /users/{id}/ban", "UsersController_ban_v1", "", "APP_BAN_USER"],
    [
      "NestJS, method with a name",
      "post /jobs",
      "JobController_runAssetJobs",
      "",
      "APP_RUN_ASSET_JOBS",
    ],
    [".NET", "get /Users", "Users_GetAll", "", "APP_LIST_USERS"],
    ["path and method", "delete /api/v1/users/{id}", "apiV1UsersIdDelete", "", "APP_DELETE_USER"],
    ["method and path", "put /files/{file_id}", "put_files_id", "Update file", "APP_UPDATE_FILE"],
    ["none", "get /users/{id}/orders", undefined, undefined, "APP_LIST_USER_ORDERS"],
    ["none, with a summary", "get /users", undefined, "Get all the users", "APP_GET_ALL_USERS"],
    ["none, read by POST", "post /flows/filter", undefined, undefined, "APP_LIST_FLOWS"],
    [
      "none, a verb in the path",
      "post /orders/{id}/cancel",
      undefined,
      undefined,
      "APP_CANCEL_ORDER",
    ],
    [
      "none, found by a name",
      "get /flows/name/{name}",
      undefined,
      undefined,
      "APP_GET_FLOW_BY_NAME",
    ],
    ["none, without a path", "get /", undefined, undefined, "APP_GET_ROOT"],
    ["a hash", "post /users", "op_0123456789abcdef0", "Новый пользователь", "APP_CREATE_USER"],
  ] as const)("%s: %s with %s", (_, place, id, summary, slug) => {
    expect(nameTools([[place, id, summary]])).toEqual([slug]);
  });
});

test.each([
  "listRobots",
  "pets/list",
  "getUsers",
  "users_retrieve",
  "Pets_list",
  "testMe_test_get",
])("%s stays, because a person chose it, or the toolkit's settings name it", (id) => {
  expect(nameTools([["get /test", id, "Something else"]])).toEqual([buildToolSlug("app", id)]);
});

test("ids that springdoc numbered get names of their own, in any order", () => {
  const lines: readonly Line[] = [
    ["get /admin/users", "list_1"],
    ["get /users", "list"],
    ["post /users", "create"],
  ];
  expect(nameTools(lines)).toEqual(["APP_LIST_ADMIN_USERS", "APP_LIST_USERS", "APP_CREATE"]);
  expect(nameTools(lines.toReversed())).toEqual(nameTools(lines).toReversed());
});

test("a name that several operations would have is left to none of them, and an author's id comes first", () => {
  const lines: readonly Line[] = [
    ["get /users/{id}/posts", undefined, "List posts"],
    ["get /teams/{id}/posts", undefined, "List posts"],
    ["put /posts/{id}", undefined],
    ["patch /posts/{id}", undefined],
    ["get /all", "list-user-posts"],
  ];
  expect(nameTools(lines)).toEqual([
    "APP_LIST_POSTS",
    "APP_LIST_TEAM_POSTS",
    "APP_REPLACE_POST",
    "APP_UPDATE_POST",
    "APP_LIST_USER_POSTS",
  ]);
});

test("a slug has a hash only where no shorter name is free, and no two tools have the same", () => {
  const long = "synchronizeEverythingThatTheOrganizationHasWithTheOtherSystemAtOnce";
  const short: Line = ["post /organizations/{id}/sync", long];
  expect(nameTools([short])).toEqual(["APP_SYNC_ORGANIZATION"]);
  const slugs = nameTools([["post /organizations/{id}/sync", "syncOrganization"], short, short]);
  expect(slugs[1]).toMatch(/^APP_SYNCHRONIZE_EVERYTHING_.{30}_[0-9A-F]{6}$/);
  expect(new Set(slugs).size).toBe(3);
  expect(
    nameTools([
      ["get /a", "read-it"],
      ["get /b", "readIt"],
    ]),
  ).toEqual(["APP_READ_IT", "APP_GET_B"]);
});

test("a tool keeps its slug when the document is imported again, whatever was added", () => {
  const before: readonly Line[] = [
    ["get /users/{id}/posts", undefined, "List posts"],
    ["post /flows/", "create_flow_flows__post"],
    ["get /v2flows", "v2flows"],
  ];
  const slugs = nameTools(before);
  const earlier = new Map(
    toOperations(before).map((each, index) => [identifyOperation(each), slugs[index] ?? ""]),
  );
  const added: Line = ["get /teams/{id}/posts", undefined, "List posts"];
  const chosen: Line = ["get /posts", "listPosts"];
  const renamed = before.map(([place, id]): Line => [place, id, "Another summary"]);
  expect(nameTools([added, chosen, ...renamed], earlier)).toEqual([
    "APP_LIST_TEAM_POSTS",
    "APP_LIST_POSTS_2",
    ...slugs,
  ]);
});

test("an id that the toolkit's settings name stays, even if another tool had its slug", () => {
  const settled: Line = ["get /test", "testMe_test_get"];
  const other: Line = ["get /other", "other"];
  const [identity = ""] = toOperations([other]).map(identifyOperation);
  expect(nameTools([other, settled], new Map([[identity, "APP_TEST_ME_TEST_GET"]]))).toEqual([
    "APP_OTHER",
    "APP_TEST_ME_TEST_GET",
  ]);
});
