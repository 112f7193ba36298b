import type { OutputFile } from "../../output-file.ts";
import { escapeString } from "../shared/escape/string.ts";
import { nameList } from "../shared/print/name-list.ts";
import type { EmitContext } from "../target.ts";
import type { QueryPlan } from "./plan.ts";

/** The module that exports everything, and the types of all options. */
export function renderIndexFiles(
  { render }: Pick<EmitContext, "render">,
  { modules }: QueryPlan,
  { header, tanstack }: { readonly header: string; readonly tanstack: string },
): readonly OutputFile[] {
  const view = {
    header,
    package: escapeString(tanstack),
    modules: modules.map(({ file, key, inputs, operations }) => ({
      from: escapeString(`./${file}.js`),
      values: nameList([
        key,
        ...operations.flatMap(({ name, infinite }) =>
          infinite === undefined ? [name] : [name, infinite.name],
        ),
      ]),
      inputs,
    })),
  };
  return [
    { path: "query/index.js", content: render("query/index.js", view) },
    { path: "query/index.d.ts", content: render("query/index.d.ts", view) },
    { path: "query/options.d.ts", content: render("query/options.d.ts", view) },
  ];
}
