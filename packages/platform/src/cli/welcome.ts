import type { Serving } from "../process/serve.ts";

/** The generated client, relative to the repository, in which `npm start` runs. */
const client = "./generated/client/index.js";

/**
 * The lines that a start prints: its addresses and, at the first start, the keys and two commands that execute a
 * tool. The commands work when they are pasted.
 */
export function renderWelcome(
  { shownUrl: url, metricsUrl, firstStart }: Serving,
  hasDocs: boolean,
): string {
  const places = [
    "The Integration Platform is running.",
    "",
    ...(hasDocs
      ? [`  Reference   ${url}/docs/`, `  Document    ${url}/openapi.json   ${url}/openapi.yaml`]
      : []),
    `  API         ${url}/api/v3`,
    `  Health      ${url}/health   ${url}/ready`,
    ...(metricsUrl === undefined ? [] : [`  Metrics     ${metricsUrl}`]),
  ];
  const key = firstStart?.projectKey;
  const keys =
    firstStart === undefined
      ? [
          "",
          "Your keys were shown at the first start. Put the project key in place of <key>. If it is lost,",
          "`npx platform keys create` makes another organization, and prints how to create a project with a key.",
        ]
      : [
          "",
          "Your keys. Save them now: only their hashes are stored, so they cannot be shown again.",
          "",
          `  Project key        ${firstStart.projectKey}   (${firstStart.projectId})`,
          `  Organization key   ${firstStart.organizationKey}   (${firstStart.organizationId})`,
        ];
  return [
    ...places,
    ...keys,
    "",
    "Execute a tool; Hacker News needs no account:",
    "",
    printCurlLine(url, key ?? "<key>"),
    "",
    "The same with the generated client:",
    "",
    printClientLines(url, key ?? "<key>"),
    "",
    "Ctrl+C stops it.",
  ].join("\n");
}

/** Executes a Hacker News tool with curl. */
export function printCurlLine(url: string, key: string): string {
  return `curl -s -X POST '${url}/api/v3/tools/execute/HACKERNEWS_GET_ITEM' -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '{"arguments":{"id":8863}}'`;
}

/** A command that executes a tool with the generated client. It runs in the repository's folder. */
export function printClientLines(url: string, key: string): string {
  return `npx node -C source --input-type=module <<'END'
import { createPlatform } from "${client}";
const platform = createPlatform({ baseUrl: "${url}", auth: { ProjectKey: "${key}" } });
console.log(await platform.tools.executeTool({ tool_slug: "HACKERNEWS_GET_ITEM", body: { arguments: { id: 8863 } } }));
END`;
}
