import { Tabs } from "../../parts/lists/tabs.tsx";

/** The two lists: accounts, and what they are made with. */
export function AccountTabs() {
  return (
    <Tabs
      tabs={[
        { to: "/accounts", name: "Connected" },
        { to: "/accounts/auth-configs", name: "Auth configs" },
      ]}
    />
  );
}
