import type { Schemas } from "../../base/api-types.ts";
import type { SessionView } from "./session-view.ts";

interface Search {
  readonly query: Schemas["SearchToolsQuery"];
  readonly best: Schemas["Tool"] | undefined;
  /** True when the best tool matches the query, and clearly better than the others. */
  readonly standsOut: boolean;
  /** True when the session has the meta tools for connections. */
  readonly mayConnect: boolean;
}

type Call = Schemas["SuggestedCall"];

/** Arguments with such names hold values that people rarely know, such as ids and numbers. */
const idName = /(?:^|_)(?:ids?|number|key|ref)$|Id$/;

/**
 * The maximum number of suggested tools that find an argument. Each costs a search, and an agent can find others
 * itself.
 */
const mostFinders = 2;

const clear = "It does what was asked for.";
const unclear =
  "It is the closest match, but not a clear one. Compare its description with the others.";

/**
 * Suggests the calls that lead to the best tool of a search: a connection if the user lacks one, tools that find
 * required ids, then the tool itself. For "merge the pull request about the arm", for example,
 * `GITHUB_LIST_PULL_REQUESTS` finds the `pull_number` that `GITHUB_MERGE_PULL_REQUEST` needs.
 */
export async function suggestOrder(view: SessionView, search: Search): Promise<Call[]> {
  const { best, standsOut, mayConnect } = search;
  if (best === undefined) {
    return [];
  }
  const { name, slug } = best.toolkit;
  const connecting: readonly Call[] =
    view.isConnected(slug) || !mayConnect
      ? []
      : [
          {
            tool_slug: "PLATFORM_MANAGE_CONNECTIONS",
            reason: `The user is not connected to ${name}. Pass toolkits: ["${slug}"], and show the user the redirect_url.`,
          },
          {
            tool_slug: "PLATFORM_WAIT_FOR_CONNECTIONS",
            reason: `The tools of ${name} work once the user has completed the connection.`,
          },
        ];
  const finders = await findFinders(view, search.query, best);
  return [...connecting, ...finders, { tool_slug: best.slug, reason: standsOut ? clear : unclear }];
}

async function findFinders(
  view: SessionView,
  { known_fields: known = "" }: Schemas["SearchToolsQuery"],
  best: Schemas["Tool"],
): Promise<readonly Call[]> {
  const given = new Set(known.split(",").map((pair) => pair.split(":")[0]?.trim().toLowerCase()));
  const wanted = listRequired(best).filter(
    (name) => idName.test(name) && !given.has(name.toLowerCase()),
  );
  const calls: Call[] = [];
  for (const name of wanted) {
    const finder = calls.length < mostFinders ? await findFinder(view, best, name) : undefined;
    if (finder !== undefined && calls.every((call) => call.tool_slug !== finder)) {
      calls.push({ tool_slug: finder, reason: `It finds ${name}, which ${best.slug} needs.` });
    }
  }
  return calls;
}

/**
 * Finds a tool of the toolkit that only reads, does not require the argument itself, and returns objects with a
 * member of that name.
 */
async function findFinder(
  { catalog, allowsTool }: SessionView,
  best: Schemas["Tool"],
  name: string,
): Promise<string | undefined> {
  const noun = name.replace(idName, "").replaceAll("_", " ");
  const listed = await catalog.listTools({
    toolkitSlug: best.toolkit.slug,
    tags: ["readOnlyHint"],
    search: `list ${noun === "" ? best.name.split(" ").slice(1).join(" ") : noun}`,
    isWanted: (tool) => tool.slug !== best.slug && allowsTool(tool),
  });
  const found = await listed.read(0, 5);
  const last = name.split("_").at(-1) ?? name;
  return found.find(
    (tool) =>
      listRequired(tool).every((each) => !idName.test(each)) &&
      [name, last].some((each) => hasProperty(tool.output_parameters, each)),
  )?.slug;
}

function listRequired({ input_parameters: { required } }: Schemas["Tool"]): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** True when a schema has a property of this name at any depth. */
function hasProperty(schema: unknown, name: string): boolean {
  if (typeof schema !== "object" || schema === null) {
    return false;
  }
  if ("properties" in schema && typeof schema.properties === "object") {
    if (schema.properties !== null && Object.hasOwn(schema.properties, name)) {
      return true;
    }
  }
  return Object.values(schema).some((inner) => hasProperty(inner, name));
}
