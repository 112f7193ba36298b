import type { OutputFile } from "../../output-file.ts";
import { escapeString } from "../shared/escape/string.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameList } from "../shared/print/name-list.ts";
import type { EmitContext } from "../target.ts";
import { comparePaths } from "./paths.ts";
import type { MocksPlan } from "./plan.ts";

/** The module that exports every mock and every factory, and lists the handlers of all operations. */
export function renderMocksIndex(
  { model, command, render }: EmitContext,
  { factories, bodies, modules }: MocksPlan,
): readonly OutputFile[] {
  const made = [...factories.values(), ...bodies.map(({ name }) => name)];
  const all = modules.flatMap(({ operations }) => operations);
  const view = {
    header: renderHeader({ source: model.source, command }),
    title: renderDocComment({ title: model.info.title }),
    factories: made.length === 0 ? "" : nameList(made),
    modules: modules.map(({ file, operations }) => ({
      from: escapeString(`./${file}.js`),
      values: nameList(operations.map(({ name }) => name)),
      types: nameList(operations.flatMap(({ input, answer }) => [input, answer])),
    })),
    mocks: all
      .toSorted((left, right) => comparePaths(left.operation, right.operation))
      .map(({ name }) => name),
  };
  return [
    { path: "mocks/index.js", content: render("mocks/index.js", view) },
    { path: "mocks/index.d.ts", content: render("mocks/index.d.ts", view) },
  ];
}
