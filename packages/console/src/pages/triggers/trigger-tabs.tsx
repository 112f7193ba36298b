import { Tabs } from "../../parts/lists/tabs.tsx";

/** The two lists: what listens, and what can be listened to. */
export function TriggerTabs() {
  return (
    <Tabs
      tabs={[
        { to: "/triggers", name: "Listening" },
        { to: "/triggers/types", name: "Types" },
      ]}
    />
  );
}
