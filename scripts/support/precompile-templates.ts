import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import handlebars from "handlebars";
import { chooseCompileOptions } from "../../packages/specwright/src/emit/shared/print/compile-options.ts";
import { resolveInRoot } from "./paths.ts";

/** Compiles our templates to functions, and puts them in the place of the empty list in specwright's sources. */
export const precompileTemplates: Plugin = {
  name: "precompile-templates",
  setup(build) {
    build.onLoad({ filter: /[/\\]print[/\\]precompiled-templates\.ts$/ }, async () => {
      const members = (await precompile(resolveInRoot("templates"))).join(",\n");
      return { contents: `export const precompiledTemplates = {\n${members}\n};\n`, loader: "js" };
    });
  },
};

/** A member of an object for each template of the folder. */
async function precompile(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".hbs"))
    .sort();
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(folder, path), "utf8");
      const name = path.slice(0, -".hbs".length);
      const code = handlebars.precompile(text, {
        ...chooseCompileOptions(name),
        // Without variables such as `@first`, Handlebars makes the function of an inner block once, not once an item.
        data: usesVariables.test(text),
      });
      return `${JSON.stringify(name)}: ${code}`;
    }),
  );
}

/** A variable of Handlebars itself, such as `{{#unless @last}}`. */
const usesVariables = /\{\{[^}]*@\w/;
