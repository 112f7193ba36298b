import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { type House, houses } from "./floors.ts";
import { type Import, readImports } from "./imports.ts";

describe.each(houses)("$root", (house) => {
  const { root, packages, floors, walls = {} } = house;
  const imports = readImports(root);

  test("each folder and each loose file has its floor", () => {
    const present = readdirSync(root).filter(
      (name) => !name.endsWith(".test.ts") && name !== "testing",
    );
    const rooms = new Set(present.map((name) => findRoom(house, name)));
    expect([...rooms].toSorted()).toEqual(floors.flat().toSorted());
  });

  test("nothing imports from a floor above its own, from a neighbour that imports it, or through a wall", () => {
    expect(
      imports.filter(({ target }) => target?.startsWith("..") === false).length,
    ).toBeGreaterThan(20);
    expect(listWrong(house, imports)).toEqual([]);
    const rooms = Object.values(walls).flat();
    expect(rooms.filter((room) => !existsSync(join(root, room)))).toEqual([]);
  });

  test("it imports none of our packages above it", () => {
    const ours = imports.filter(({ specifier }) =>
      /^(?:@specwright\/|specwright|@example\/)/.test(specifier),
    );
    const wrong = ours.filter(
      ({ specifier }) => !packages.some((name) => specifier.startsWith(name)),
    );
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  test("it reaches into no folder outside of its own but generated/", () => {
    const whole = /^packages\/[^/]+\/src/.exec(root)?.[0] ?? root;
    const wrong = imports.filter(({ target }) => {
      const path = target === undefined ? whole : join(root, target);
      return !path.startsWith(whole) && !path.startsWith("generated/");
    });
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });
});

test.each([
  ["document/model/a.ts", "emit/shared/escape/string.ts"],
  ["emit/shared/names/names.ts", "emit/client/plan.ts"],
  ["emit/client/plan.ts", "emit/server/plan.ts"],
  ["emit/client/plan.ts", "document/read/locate.ts"],
  ["emit/client/plan.ts", "emit/package/readme.ts"],
  ["emit/package/readme.ts", "document/read/locate.ts"],
  ["emit/docs/index.ts", "document/bundle/bundle-document.ts"],
  ["emit/docs/index.ts", "emit/package/readme.ts"],
  ["emit/client/plan.ts", "emit/docs/index.ts"],
  ["compare/change.ts", "emit/shared/names/names.ts"],
  ["document/model/model.ts", "compare/change.ts"],
  ["verify/verify-server.ts", "emit/validators/index.ts"],
  ["document/bundle/bundle-document.ts", "emit/shared/names/names.ts"],
  ["write/journal.ts", "emit/target.ts"],
  ["document/read/locate.ts", "document/model/model.ts"],
  ["commands/types.ts", "cli/index.ts"],
  ["cli/index.ts", "emit/docs/index.ts"],
  ["text/identifier.ts", "emit/shared/names/names.ts"],
  ["text/identifier.ts", "diagnostic.ts"],
  ["diagnostic.ts", "document/read/locate.ts"],
  ["diagnostic.ts", "text/identifier.ts"],
  ["emit/shared/names/names.ts", "index.ts"],
  ["unknown/a.ts", "document/read/locate.ts"],
])("in specwright, %s must not import %s", (from, to) => {
  const source = "packages/specwright/src";
  const wrong = houses.flatMap((house) => {
    const paths = [from, to].map((path) => relative(house.root, join(source, path)));
    const [file = "", target = ""] = paths;
    const isInside = paths.every((path) => !path.startsWith(".."));
    return isInside ? listWrong(house, [{ file, specifier: target, target }]) : [];
  });
  expect(wrong.length).toBeGreaterThan(0);
});

/** The folder of a house, or the loose file, that a file is in. Loose files without a floor of their own are `*.ts`. */
function findRoom({ floors }: House, file: string): string {
  const [room = file] = file.split("/");
  const rooms = floors.flat();
  return !rooms.includes(room) && room.endsWith(".ts") && rooms.includes("*.ts") ? "*.ts" : room;
}

/** The imports inside of a house that its floors or walls forbid. */
function listWrong(house: House, imports: readonly Import[]): readonly string[] {
  const { floors, walls = {} } = house;
  const findFloor = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
  const isAbove = (to: string, from: string) =>
    findFloor(to) === -1 || findFloor(to) > findFloor(from);
  const arrows = imports.flatMap(({ file, target }) =>
    target === undefined || target.startsWith("..")
      ? []
      : [{ file, target, from: findRoom(house, file), to: findRoom(house, target) }],
  );
  const between = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
  return arrows
    .filter(
      ({ target, from, to }) =>
        walls[from]?.some((other) => target.startsWith(`${other}/`)) === true ||
        (from !== to && (isAbove(to, from) || between.has(`${to} ${from}`))),
    )
    .map(({ file, target }) => `${file} imports ${target}`);
}
