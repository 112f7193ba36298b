/** A call of a tool. */
export interface SampleCall {
  readonly baseUrl: string;
  readonly tool: string;
  readonly account: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The same call in each way that programs make it. The key is taken from the environment. */
export function writeSamples({ baseUrl, tool, account, input }: SampleCall) {
  const body = { ...(account && { connected_account_id: account }), arguments: input };
  const json = JSON.stringify(body, undefined, 2);
  return {
    curl: [
      `curl ${quote(`${baseUrl}/api/v3/tools/execute/${tool}`)} \\`,
      `  -H "x-api-key: $PLATFORM_API_KEY" \\`,
      `  -H 'content-type: application/json' \\`,
      `  -d ${quote(json)}`,
    ].join("\n"),
    typescript: `import { createPlatform } from "@integration-platform/api-client";

const platform = createPlatform({
  baseUrl: ${JSON.stringify(baseUrl)},
  auth: { ProjectKey: process.env.PLATFORM_API_KEY },
});
const { successful, data, error } = await platform.tools.executeTool({
  tool_slug: ${JSON.stringify(tool)},
  body: ${json.replaceAll("\n", "\n  ")},
});
`,
    mcp: JSON.stringify(
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } },
      undefined,
      2,
    ),
  } as const;
}

/** A text as one word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
