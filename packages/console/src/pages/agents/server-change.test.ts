import { expect, test } from "vitest";
import type { McpServer } from "../../../../../generated/types/index.js";
import { planServerChange, toServerDraft } from "./server-change.ts";

const server: McpServer = {
  id: "6f9d2c1e-8b4a-4e57-9c3d-2a7b5e8f1d04",
  name: "Support tools",
  auth_config_ids: ["ac_GhOauth2Main"],
  allowed_tools: ["MY_SHOP_LIST", "MY_SHOP_PLUS_ADD", "GITHUB_CREATE_ISSUE"],
  toolkits: ["github", "my-shop", "my-shop-plus"],
  managed_auth_via_platform: true,
  mcp_url: "https://platform.example.com",
  toolkit_icons: {},
  commands: { claude: "", cursor: "", windsurf: "" },
  server_instance_count: 0,
  created_at: "2026-02-06T12:00:00.000Z",
  updated_at: "2026-02-06T12:00:00.000Z",
};
const configs = new Map([["ac_GhOauth2Main", "github"]]);

test("the form shows each tool at its toolkit, also where the name of one begins with that of another", () => {
  expect(toServerDraft(server).picked).toEqual({
    github: ["GITHUB_CREATE_ISSUE"],
    "my-shop": ["MY_SHOP_LIST"],
    "my-shop-plus": ["MY_SHOP_PLUS_ADD"],
  });
});

test("only what was changed is sent", () => {
  const draft = toServerDraft(server);
  expect(planServerChange(server, draft, configs)).toEqual({});
  expect(planServerChange(server, { ...draft, name: "Sales" }, configs)).toEqual({ name: "Sales" });
  expect(planServerChange(server, { ...draft, helps: false }, configs)).toEqual({
    managed_auth_via_platform: false,
  });
});

test("a toolkit that is taken away takes its auth config and its tools along", () => {
  const { picked, ...rest } = toServerDraft(server);
  const { github: _, ...others } = picked;
  expect(planServerChange(server, { ...rest, picked: others }, configs)).toEqual({
    toolkits: ["my-shop", "my-shop-plus"],
    auth_config_ids: [],
    allowed_tools: ["MY_SHOP_LIST", "MY_SHOP_PLUS_ADD"],
  });
});

test("an auth config that was deleted leaves the server, whose toolkits stay", () => {
  expect(planServerChange(server, toServerDraft(server), new Map())).toEqual({
    toolkits: server.toolkits,
    auth_config_ids: [],
  });
});
