import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { houses } from "./floors.ts";
import { readImports } from "./imports.ts";

describe.each(houses)("$root", ({ root, packages, floors }) => {
  const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));
  const findRoom = (file: string): string => {
    const [room = file] = file.split("/");
    return room.endsWith(".ts") && floorOf.has("*.ts") ? "*.ts" : room;
  };
  const imports = readImports(root);

  test("each folder and each loose file has its floor", () => {
    const present = readdirSync(root).filter(
      (name) => !name.endsWith(".test.ts") && name !== "testing",
    );
    const rooms = new Set(present.map(findRoom));
    expect([...rooms].toSorted()).toEqual([...floorOf.keys()].toSorted());
  });

  test("nothing imports from a floor above its own, nor from a neighbour that imports it", () => {
    const arrows = imports.flatMap(({ file, target }) =>
      target === undefined || target.startsWith("..")
        ? []
        : [{ file, target, from: findRoom(file), to: findRoom(target) }],
    );
    expect(arrows.length).toBeGreaterThan(20);
    const between = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
    const wrong = arrows.filter(
      ({ from, to }) =>
        from !== to &&
        ((floorOf.get(to) ?? Number.POSITIVE_INFINITY) > (floorOf.get(from) ?? -1) ||
          between.has(`${to} ${from}`)),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
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
