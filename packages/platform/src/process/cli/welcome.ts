import type { Serving } from "../serve.ts";

/** The generated client, relative to the repository, in which `npm start` runs. */
const client = "./generated/client/index.js";

/**
 * The lines that a start prints: its addresses and, at the first start, the keys and two commands that execute a
 * tool. The commands work when they are pasted.
 */
export function renderWelcome(
  { shownUrl: url, metricsUrl, firstStart, consoleLink, hasExample }: Serving,
  hasDocs: boolean,
): string {
  const places = [
    "The Integration Platform is running.",
    "",
    ...(hasDocs
      ? [`  Reference   ${url}/docs/`, `  Document    ${url}/openapi.json   ${url}/openapi.yaml`]
      : []),
    `  Console     ${url}/console`,
    `  API         ${url}/api/v3`,
    `  Health      ${url}/health   ${url}/ready`,
    ...(metricsUrl === undefined ? [] : [`  Metrics     ${metricsUrl}`]),
  ];
  const key = firstStart?.projectKey ?? "<key>";
  const tool = hasExample ? exampleTool : networkTool;
  const keys =
    firstStart === undefined
      ? [
          "",
          "Your keys were shown at the first start. Put the project key in place of <key>. If it is lost,",
          "take both ids from `npx platform projects list`, and make another key with",
          "`npx platform keys create --organization <id> --project <id>`.",
        ]
      : [
          "",
          "Your keys. Save them now: only their hashes are stored, so they cannot be shown again.",
          "",
          `  Project key        ${firstStart.projectKey}   (${firstStart.projectId})`,
          `  Organization key   ${firstStart.organizationKey}   (${firstStart.organizationId})`,
        ];
  const link =
    consoleLink === undefined
      ? [
          "",
          "To sign in to the console, paste a key, or make a link that works once: npx platform console-link",
        ]
      : [
          "",
          "Open the console. This link signs one browser in, in the next 10 minutes:",
          "",
          `  ${consoleLink}`,
        ];
  return [
    ...places,
    ...link,
    ...keys,
    "",
    `Execute a tool; ${tool.about}:`,
    "",
    printCurlLine(url, key, tool),
    "",
    "The same with the generated client:",
    "",
    printClientLines(url, key, tool),
    "",
    "Ctrl+C stops it.",
  ].join("\n");
}

/** A tool that works at once. */
interface FirstTool {
  readonly about: string;
  readonly slug: string;
  readonly arguments: Readonly<Record<string, string | number>>;
}

const exampleTool: FirstTool = {
  about: "the example needs no account and no network",
  slug: "EXAMPLE_SAY_HELLO",
  arguments: { name: "Ada" },
};

/** A tool of Hacker News, for a service without the example. */
export const networkTool: FirstTool = {
  about: "Hacker News needs no account",
  slug: "HACKERNEWS_GET_ITEM",
  arguments: { id: 8863 },
};

/** Executes a tool with curl. */
export function printCurlLine(url: string, key: string, tool: FirstTool): string {
  const body = JSON.stringify({ arguments: tool.arguments });
  return `curl -s -X POST '${url}/api/v3/tools/execute/${tool.slug}' -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${body}'`;
}

/** A command that executes a tool with the generated client. It runs in the repository's folder. */
export function printClientLines(url: string, key: string, tool: FirstTool): string {
  const values = Object.entries(tool.arguments)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ");
  return `npx node -C source --input-type=module <<'END'
import { createPlatform } from "${client}";
const platform = createPlatform({ baseUrl: "${url}", auth: { ProjectKey: "${key}" } });
console.log(await platform.tools.executeTool({ tool_slug: "${tool.slug}", body: { arguments: { ${values} } } }));
END`;
}
