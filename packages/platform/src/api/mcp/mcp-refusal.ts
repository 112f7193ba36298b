/** An error of the protocol: the request itself is wrong. Its words are sent to the client. */
export class McpRefusal extends Error {
  override readonly name = "McpRefusal";
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  /**
   * @param code of JSON-RPC or of the protocol, such as -32602
   * @param data more about it, for programs
   */
  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
