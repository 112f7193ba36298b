import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { toImported, toText } from "./to-imported.ts";

/** `PUT /toolkits/{slug}` */
export const replaceToolkit: HandlerOf<"replaceToolkit"> = async (input) => {
  const { document, auth_schemes: authSchemes } = input.body;
  const { imports } = input.context.services;
  const read = await imports.read({
    slug: input.path.slug,
    document: toText(document),
    authSchemes,
  });
  const imported = await runInCallersProject(input, (scope) =>
    imports.store(scope, read, "replace"),
  );
  return { status: 200, body: toImported(imported) };
};
