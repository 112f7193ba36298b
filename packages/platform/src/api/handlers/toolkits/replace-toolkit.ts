import { readToolNames } from "../../../domain/toolkits/toolkit-rows.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { toImported, toSource } from "./to-imported.ts";

/** `PUT /toolkits/{slug}` */
export const replaceToolkit: HandlerOf<"replaceToolkit"> = async (input) => {
  const { document, auth_schemes: authSchemes, base_url: baseUrl } = input.body;
  const { imports } = input.context.services;
  const { slug } = input.path;
  const names = await runInCallersProject(input, (scope) =>
    readToolNames(scope.trx, scope.projectId, slug),
  );
  const read = await imports.read({
    slug,
    names,
    source: toSource(input.context, document),
    authSchemes,
    baseUrl,
  });
  const imported = await runInCallersProject(input, (scope) =>
    imports.store(scope, read, "replace"),
  );
  return { status: 200, body: toImported(imported) };
};
