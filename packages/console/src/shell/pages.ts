/** A page of the navigation. */
export interface NavigationPage {
  readonly path: string;
  readonly name: string;
  /** After `g`. */
  readonly key: string;
  /** The path of a drawing of 16 by 16, in lines. */
  readonly icon: string;
}

/** The pages in the order of the navigation. */
export const pages: readonly NavigationPage[] = [
  {
    path: "/",
    name: "Start",
    key: "s",
    icon: "M8 1.8 9.7 6.3 14.2 8 9.7 9.7 8 14.2 6.3 9.7 1.8 8 6.3 6.3Z",
  },
  { path: "/overview", name: "Overview", key: "o", icon: "M2.5 13.5h11M4 11V8M8 11V3M12 11V6" },
  {
    path: "/tools",
    name: "Tools",
    key: "t",
    icon: "M9.8 6.2a3.2 3.2 0 0 1 4-4L11.6 4.4l.4 1.6 1.6.4 2-2M9.8 6.2 2.4 13.6M9.8 6.2l-8 8",
  },
  {
    path: "/accounts",
    name: "Accounts",
    key: "a",
    icon: "M8 8.2a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.2 14c.6-2.6 2.9-4 5.8-4s5.2 1.4 5.8 4",
  },
  { path: "/triggers", name: "Triggers", key: "e", icon: "M9 1.8 3.5 9H8l-1 5.2L12.5 7H8l1-5.2Z" },
  {
    path: "/logs",
    name: "Logs",
    key: "l",
    icon: "M2.5 3.5h11M2.5 8h11M2.5 12.5h7",
  },
  {
    path: "/webhooks",
    name: "Webhooks",
    key: "w",
    icon: "M8 5.5A2.5 2.5 0 1 0 5.6 2.3M8 5.5 5 11M3.5 13.5a2.5 2.5 0 1 1 2-2.5h5M12.5 13.5A2.5 2.5 0 1 0 10.3 9L8 5.5",
  },
  {
    path: "/agents",
    name: "Agents",
    key: "m",
    icon: "M4 6.5h8a1.5 1.5 0 0 1 1.5 1.5v4A1.5 1.5 0 0 1 12 13.5H4A1.5 1.5 0 0 1 2.5 12V8A1.5 1.5 0 0 1 4 6.5ZM8 6.5V3M8 3a.7.7 0 1 0 0-1.4A.7.7 0 0 0 8 3ZM6 9.5v1M10 9.5v1",
  },
  { path: "/files", name: "Files", key: "f", icon: "M3.5 1.8h5.7l3.3 3.3v9.1h-9ZM9.2 1.8v3.3h3.3" },
  {
    path: "/settings",
    name: "Settings",
    key: ",",
    icon: "M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M3.6 12.4 5 11M11 5l1.4-1.4",
  },
];
