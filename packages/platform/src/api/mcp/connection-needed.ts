import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** A link to the page on which a user connects an application. */
export interface ConnectionLink {
  readonly toolkit: string;
  /** The name of the application, for people. */
  readonly application: string;
  readonly url: string;
}

/** Nothing was executed, because the user has to connect first. The same call works after the user has followed the links. */
export class ConnectionNeeded extends Error {
  override readonly name = "ConnectionNeeded";
  readonly links: readonly ConnectionLink[];
  readonly result: CallToolResult;

  /** @param result for a client that cannot show links: it has them for the model */
  constructor(links: readonly ConnectionLink[], result: CallToolResult) {
    super("The user has to connect first.");
    this.links = links;
    this.result = result;
  }
}
