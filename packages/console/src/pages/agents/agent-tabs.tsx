import { Tabs } from "../../parts/lists/tabs.tsx";

/** The two ways in which agents reach tools. */
export function AgentTabs() {
  return (
    <Tabs
      tabs={[
        { to: "/agents", name: "MCP servers" },
        { to: "/agents/sessions", name: "Sessions" },
      ]}
    />
  );
}
