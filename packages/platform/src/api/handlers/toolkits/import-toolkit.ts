import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";
import { toImported, toSource } from "./to-imported.ts";

/** `POST /toolkits/import` */
export const importToolkit: HandlerOf<"importToolkit"> = async (input) => {
  const { slug, document, auth_schemes: authSchemes, base_url: baseUrl } = input.body;
  const { imports } = input.context.services;
  const source = toSource(input.context, document);
  const read = await imports.read({ slug, source, authSchemes, baseUrl });
  return await runOnceInProject(input, async (scope) => ({
    status: 201,
    body: toImported(await imports.store(scope, read, "import")),
  }));
};
