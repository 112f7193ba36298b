import { readFile } from "node:fs/promises";
import { Failure } from "../support/failure.ts";
import { inRoot } from "../support/paths.ts";

/** The one address of another host that Redoc's bundle loads by itself: the logo under the menu. */
const foreignLogo = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** An empty image, so that nothing is fetched and nothing is missing. */
const emptyImage =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E";

/**
 * Redoc's standalone bundle, with every address that it would fetch from another host replaced.
 *
 * @throws Failure when the bundle is not the one that this was written for, so that an update cannot begin to load
 * from elsewhere unnoticed.
 */
export async function redocScript(): Promise<string> {
  const source = await readFile(inRoot("node_modules/redoc/bundles/redoc.standalone.js"), "utf8");
  if (source.split(foreignLogo).length !== 2) {
    throw new Failure(
      `Redoc's bundle no longer loads ${foreignLogo} exactly once. What to do: look at what the installed version of redoc
loads from other hosts and adapt scripts/docs/redoc.ts; test/docs/docs.test.ts shows every request that the page makes.`,
    );
  }
  return source.replace(foreignLogo, () => emptyImage).replace(/\/\/# sourceMappingURL=.*\s*$/, "");
}
