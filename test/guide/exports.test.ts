import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/** The modules that can be imported from outside. */
const entries: readonly string[] = [
  resolveInRoot("packages/specwright/src/index.ts"),
  ...readdirSync(resolveInRoot("packages/runtime/src/v1"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => resolveInRoot(`packages/runtime/src/v1/${file}`)),
];

const guide: string = readdirSync(resolveInRoot("docs/guide"))
  .map((file) => readFileSync(resolveInRoot(`docs/guide/${file}`), "utf8"))
  .join("\n");

test.each(entries.map((entry) => entry.slice(resolveInRoot("packages/").length)))(
  "every function and class that %s exports has a doc comment or is in the guide",
  (entry) => {
    const exported = listModuleExports(resolveInRoot(`packages/${entry}`));
    expect(exported.length).toBeGreaterThan(0);
    const missing = exported.filter(
      ({ name, isDocumented }) => !isDocumented && !new RegExp(`\\b${name}\\b`).test(guide),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  },
);

interface Exported {
  readonly name: string;
  readonly isDocumented: boolean;
}

/** The values that a module exports, its own and re-exported ones. Types are left out. */
function listModuleExports(file: string): readonly Exported[] {
  const source = readFileSync(file, "utf8");
  const own = [
    ...source.matchAll(/(\*\/\n)?^export (?:async )?(?:function\*?|class|const) (\w+)/gm),
  ].map(([, doc, name = ""]) => ({ name, isDocumented: doc !== undefined }));
  const others = [...source.matchAll(/^export \{([^}]*)\} from "([^"]+)";/gm)].flatMap(
    ([, names = "", from = ""]) => {
      const declared = listModuleExports(join(dirname(file), from));
      return names
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== "" && !each.startsWith("type "))
        .map((each) => {
          const [name = "", alias = name] = each.split(" as ");
          const isDocumented = declared.some((one) => one.name === name && one.isDocumented);
          return { name: alias, isDocumented };
        });
    },
  );
  return [...own, ...others];
}
