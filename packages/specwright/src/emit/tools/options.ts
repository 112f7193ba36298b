/** The options of the tools. */
export const toolOptions = {
  tags: { type: "strings", help: "only operations with one of these tags" },
  operations: { type: "strings", help: "only these operations, by their names in the client" },
  name: {
    type: "string",
    help: "the API's name in variables of the environment, such as museum for MUSEUM_API_KEY",
  },
  write: {
    type: "boolean",
    default: false,
    help: "tools that change something are in a set without being asked for",
  },
} as const;
