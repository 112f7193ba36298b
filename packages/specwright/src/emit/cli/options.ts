/** The options of the command line. */
export const cliOptions = {
  tags: { type: "strings", help: "only operations with one of these tags" },
  operations: { type: "strings", help: "only these operations, by their names in the client" },
  name: {
    type: "string",
    help: "the name of the command, and of the API in variables, such as museum for MUSEUM_API_KEY",
  },
} as const;
