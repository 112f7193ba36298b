import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { ActivityPeriod } from "../../../generated/types/index.js";
import { type AccountSearch, isAccountStatus } from "./api/accounts.ts";
import { isSessionOver } from "./api/failure.ts";
import type { FileSearch } from "./api/files.ts";
import type { LogSearch } from "./api/logs.ts";
import { readPeriod } from "./api/overview.ts";
import { queryClient } from "./api/query-client.ts";
import { sessionQuery } from "./api/session.ts";
import type { TriggerSearch } from "./api/triggers.ts";
import { UnknownPage } from "./pages/unknown.tsx";
import { FailureNotice } from "./parts/states.tsx";
import { Shell } from "./shell/shell.tsx";

const root = createRootRouteWithContext<{ readonly client: QueryClient }>()({
  notFoundComponent: UnknownPage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { readonly to?: string } =>
    // A path of the console; an address of another host would lead there after a sign-in.
    typeof search.to === "string" && /^\/(?!\/)/.test(search.to) ? { to: search.to } : {},
  component: lazyRouteComponent(() => import("./pages/sign-in.tsx"), "SignIn"),
});

/** Every page behind the sign-in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: async ({ context, location }) => {
    try {
      await context.client.ensureQueryData(sessionQuery);
    } catch (error) {
      if (isSessionOver(error)) {
        const to = location.href === "/" ? {} : { to: location.href };
        throw redirect({ to: "/sign-in", search: to });
      }
      throw error;
    }
  },
  component: Shell,
  errorComponent: ({ error }) => (
    <main>
      <FailureNotice error={error} onRetry={() => void router.invalidate()} />
    </main>
  ),
  notFoundComponent: UnknownPage,
});

const start = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/start/start.tsx"), "Start"),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: "/overview",
  validateSearch: (search: Record<string, unknown>): { readonly period?: ActivityPeriod } => {
    const period = readPeriod(search.period);
    return period === undefined ? {} : { period };
  },
  component: lazyRouteComponent(() => import("./pages/overview/overview.tsx"), "Overview"),
});

/** The parameters of an address that have a text. */
function readTexts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const entries = names.flatMap((name) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  // The names are those that were given.
  return Object.fromEntries(entries) as { readonly [name in Name]?: string };
}

const logs = createRoute({
  getParentRoute: () => shell,
  path: "/logs",
  validateSearch: (search: Record<string, unknown>): LogSearch => ({
    ...readTexts(search, ["tool", "toolkit", "user", "account"]),
    ...(typeof search.until === "string" &&
      !Number.isNaN(Date.parse(search.until)) && { until: search.until }),
    ...((search.result === "failed" || search.result === "successful") && {
      result: search.result,
    }),
  }),
  component: lazyRouteComponent(() => import("./pages/logs/logs.tsx"), "Logs"),
});

const log = createRoute({
  getParentRoute: () => shell,
  path: "/logs/$id",
  component: lazyRouteComponent(() => import("./pages/logs/log.tsx"), "Log"),
});

const readSearch = ({ search }: Record<string, unknown>): { readonly search?: string } =>
  typeof search === "string" && search !== "" ? { search } : {};

const tools = createRoute({
  getParentRoute: () => shell,
  path: "/tools",
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import("./pages/tools/toolkits.tsx"), "Toolkits"),
});

const toolkit = createRoute({
  getParentRoute: () => shell,
  path: "/tools/$toolkit",
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import("./pages/tools/toolkit.tsx"), "ToolkitPage"),
});

const tool = createRoute({
  getParentRoute: () => shell,
  path: "/tools/$toolkit/$tool",
  component: lazyRouteComponent(() => import("./pages/tools/tool.tsx"), "ToolPage"),
});

const connect = createRoute({
  getParentRoute: () => shell,
  path: "/accounts/connect/$toolkit",
  component: lazyRouteComponent(() => import("./pages/accounts/connect.tsx"), "ConnectPage"),
});

const accounts = createRoute({
  getParentRoute: () => shell,
  path: "/accounts",
  validateSearch: ({ user, status }: Record<string, unknown>): AccountSearch => ({
    ...(typeof user === "string" && user !== "" && { user }),
    ...(isAccountStatus(status) && { status }),
  }),
  component: lazyRouteComponent(() => import("./pages/accounts/accounts.tsx"), "Accounts"),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/accounts/$id",
  component: lazyRouteComponent(() => import("./pages/accounts/account.tsx"), "Account"),
});

const authConfigs = createRoute({
  getParentRoute: () => shell,
  path: "/accounts/auth-configs",
  component: lazyRouteComponent(() => import("./pages/accounts/auth-configs.tsx"), "AuthConfigs"),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./pages/webhooks/webhooks.tsx"), "Webhooks"),
});

const importPage = createRoute({
  getParentRoute: () => shell,
  path: "/tools/import",
  component: lazyRouteComponent(() => import("./pages/tools/import.tsx"), "ImportPage"),
});

const files = createRoute({
  getParentRoute: () => shell,
  path: "/files",
  validateSearch: (search: Record<string, unknown>): FileSearch => readTexts(search, ["tool"]),
  component: lazyRouteComponent(() => import("./pages/files/files.tsx"), "Files"),
});

const triggers = createRoute({
  getParentRoute: () => shell,
  path: "/triggers",
  validateSearch: (search: Record<string, unknown>): TriggerSearch =>
    readTexts(search, ["user", "account", "type"]),
  component: lazyRouteComponent(() => import("./pages/triggers/triggers.tsx"), "Triggers"),
});

const trigger = createRoute({
  getParentRoute: () => shell,
  path: "/triggers/$id",
  component: lazyRouteComponent(() => import("./pages/triggers/trigger.tsx"), "TriggerPage"),
});

const triggerTypes = createRoute({
  getParentRoute: () => shell,
  path: "/triggers/types",
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import("./pages/triggers/trigger-types.tsx"), "TriggerTypes"),
});

const triggerType = createRoute({
  getParentRoute: () => shell,
  path: "/triggers/types/$slug",
  component: lazyRouteComponent(
    () => import("./pages/triggers/trigger-type.tsx"),
    "TriggerTypePage",
  ),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: "/agents",
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import("./pages/agents/servers.tsx"), "Servers"),
});

const newAgent = createRoute({
  getParentRoute: () => shell,
  path: "/agents/new",
  component: lazyRouteComponent(() => import("./pages/agents/new-server.tsx"), "NewServer"),
});

const agentSessions = createRoute({
  getParentRoute: () => shell,
  path: "/agents/sessions",
  validateSearch: (search: Record<string, unknown>): { readonly user?: string } =>
    readTexts(search, ["user"]),
  component: lazyRouteComponent(() => import("./pages/agents/sessions/sessions.tsx"), "Sessions"),
});

const newAgentSession = createRoute({
  getParentRoute: () => shell,
  path: "/agents/sessions/new",
  component: lazyRouteComponent(
    () => import("./pages/agents/sessions/new-session.tsx"),
    "NewSession",
  ),
});

const agentSession = createRoute({
  getParentRoute: () => shell,
  path: "/agents/sessions/$handle",
  component: lazyRouteComponent(() => import("./pages/agents/sessions/session.tsx"), "SessionPage"),
});

const agent = createRoute({
  getParentRoute: () => shell,
  path: "/agents/$id",
  component: lazyRouteComponent(() => import("./pages/agents/server.tsx"), "Server"),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: "/settings",
  component: lazyRouteComponent(() => import("./pages/settings/settings.tsx"), "Settings"),
});

const projects = createRoute({
  getParentRoute: () => shell,
  path: "/projects",
  component: lazyRouteComponent(() => import("./pages/projects/projects.tsx"), "Projects"),
});

/** The pages by their addresses below `/console`. */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([
      start,
      overview,
      tools,
      toolkit,
      tool,
      accounts,
      account,
      authConfigs,
      connect,
      logs,
      log,
      importPage,
      files,
      triggers,
      trigger,
      triggerTypes,
      triggerType,
      webhooks,
      agents,
      newAgent,
      agentSessions,
      newAgentSession,
      agentSession,
      agent,
      settings,
      projects,
    ]),
  ]),
  basepath: "/console",
  context: { client: queryClient },
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
