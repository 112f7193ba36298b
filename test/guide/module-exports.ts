import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/** A value that a module exports. */
export interface ModuleExport {
  readonly name: string;
  /** True for a function, also one that is a constant. False for a class and for data. */
  readonly isFunction: boolean;
  /** Its doc comment as written; undefined when it has none. */
  readonly doc: string | undefined;
  /** The file that declares it. */
  readonly file: string;
}

/** A module that can be imported from outside. */
export interface PublicEntry {
  /** As it is imported, such as `@specwright/runtime/v1/client`. */
  readonly specifier: string;
  readonly exports: readonly ModuleExport[];
}

/** The entries of the packages that people import, each with its exports. */
export function listPublicEntries(): readonly PublicEntry[] {
  return ["patterns", "runtime", "specwright"].flatMap((name) => {
    const folder = resolveInRoot(`packages/${name}`);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, string | { readonly source: string }>>;
    };
    return Object.entries(manifest.exports).flatMap(([path, target]) =>
      typeof target === "string"
        ? []
        : {
            specifier: join(manifest.name, path),
            exports: listModuleExports(join(folder, target.source)),
          },
    );
  });
}

/** The values that a module exports, its own and those of other modules of its package. Types are left out. */
function listModuleExports(file: string): readonly ModuleExport[] {
  const source = readFileSync(file, "utf8");
  const own = [
    ...source.matchAll(
      /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (async function|function|class|const)\*? (\w+)(.*= *(?:[[{\d"'`]|new |\w+\.map\(|Object\.keys))?/gm,
    ),
  ].map(([, doc, kind = "", name = "", data]): ModuleExport => {
    const isFunction = kind.endsWith("function") || (kind === "const" && data === undefined);
    return { name, isFunction, doc, file };
  });
  const others = [...source.matchAll(/^export \{([^}]*)\} from "(\.[^"]+)";/gm)].flatMap(
    ([, names = "", from = ""]) => {
      const declared = listModuleExports(join(dirname(file), from));
      return names
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== "" && !each.startsWith("type "))
        .flatMap((each) => {
          const [name = "", alias = name] = each.split(" as ");
          return declared
            .filter((one) => one.name === name)
            .map((one) => ({ ...one, name: alias }));
        });
    },
  );
  // Only the first of several overloads has the doc comment.
  const first = own.filter(({ name }, at) => own.findIndex((one) => one.name === name) === at);
  return [...first, ...others];
}
