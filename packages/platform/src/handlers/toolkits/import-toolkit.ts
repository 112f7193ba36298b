import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";
import { toImported, toText } from "./to-imported.ts";

/** `POST /toolkits/import` */
export const importToolkit: HandlerOf<"importToolkit"> = async (input) => {
  const { slug, document, auth_schemes: authSchemes } = input.body;
  const { imports } = input.context.services;
  const read = await imports.read({ slug, document: toText(document), authSchemes });
  return await runOnceInProject(input, async (scope) => ({
    status: 201,
    body: toImported(await imports.store(scope, read, "import")),
  }));
};
