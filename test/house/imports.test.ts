import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { readImports } from "./imports.ts";

test("statements over several lines, of types, of exports, of modules loaded later and of packages are all read", () => {
  const text = `import type {
  A,
} from "./a.ts";
export { b } from "../b.ts";
import "./c.ts";
import { e } from "package";
const d = await import("./d.ts");
type E = typeof import("./e.ts");
const f = new URL("./f.ts", import.meta.url);
`;
  const root = makeTemporaryFolder({ "room/file.ts": text });
  expect(readImports(root).map(({ target, specifier }) => target ?? specifier)).toEqual([
    ...["room/a.ts", "b.ts", "room/c.ts", "package", "room/d.ts", "room/e.ts", "room/f.ts"],
  ]);
});
