import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { openPrivateFolder } from "./open-private-folder.ts";

const nobody = 65_534;

describe.skipIf(process.platform === "win32")("a private folder", () => {
  test("is made for this user only, with the folders above it", () => {
    const path = join(makeTemporaryFolder(), "home/.cache/command");
    expect(openPrivateFolder(path)).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(openPrivateFolder(path)).toBe(path);
  });

  test("is found behind a link of this user, without the link", () => {
    const home = makeTemporaryFolder();
    mkdirSync(join(home, "real"), { mode: 0o700 });
    symlinkSync(join(home, "real"), join(home, "link"));
    expect(openPrivateFolder(join(home, "link/.cache/command"))).toBe(
      join(home, "real/.cache/command"),
    );
  });

  test.each([0o770, 0o707, 0o750, 0o777, 0o1777])("is not used with the mode %o", (mode) => {
    const path = join(makeTemporaryFolder({ "command/file": "" }), "command");
    chmodSync(path, mode);
    expect(openPrivateFolder(path)).toBeUndefined();
    expect(readdirSync(path)).toEqual(["file"]);
  });

  test.each([0o770, 0o707, 0o777])("is not made in a folder with the mode %o", (mode) => {
    const home = makeTemporaryFolder();
    chmodSync(home, mode);
    expect(openPrivateFolder(join(home, ".cache/command"))).toBeUndefined();
    expect(readdirSync(home)).toEqual([]);
  });

  test("is not made where there is a file, or a link that leads nowhere", () => {
    const home = makeTemporaryFolder({ file: "" });
    symlinkSync(join(home, "missing"), join(home, "link"));
    symlinkSync(join(home, "circle"), join(home, "circle"));
    for (const name of ["file", "file/command", "link", "circle/command"]) {
      expect(openPrivateFolder(join(home, name))).toBeUndefined();
    }
    expect(existsSync(join(home, "missing"))).toBe(false);
  });

  // Only root can make folders of other users.
  describe.skipIf(process.geteuid?.() !== 0)("beside another user", () => {
    test.each(["home", "home/.cache", "home/.cache/command"])(
      "is not used when %s belongs to that user",
      (name) => {
        const folder = makeTemporaryFolder();
        const path = join(folder, "home/.cache/command");
        mkdirSync(path, { recursive: true, mode: 0o700 });
        chownSync(join(folder, name), nobody, nobody);
        expect(openPrivateFolder(path)).toBeUndefined();
      },
    );

    test.each(["home", "home/.cache", "home/.cache/command"])(
      "is not used when %s is a link to a folder of that user",
      (name) => {
        const folder = makeTemporaryFolder({ "theirs/file": "" });
        mkdirSync(join(folder, name, ".."), { recursive: true });
        symlinkSync(join(folder, "theirs"), join(folder, name));
        chownSync(join(folder, "theirs"), nobody, nobody);
        expect(openPrivateFolder(join(folder, "home/.cache/command"))).toBeUndefined();
        expect(readdirSync(join(folder, "theirs"))).toEqual(["file"]);
      },
    );

    test("is not used behind a link of that user to a folder of this one", () => {
      const folder = makeTemporaryFolder();
      chmodSync(folder, 0o1777);
      mkdirSync(join(folder, "mine"), { mode: 0o700 });
      writeFileSync(join(folder, "mine/file"), "");
      symlinkSync(join(folder, "mine"), join(folder, "home"));
      lchownSync(join(folder, "home"), nobody, nobody);
      expect(openPrivateFolder(join(folder, "home/command"))).toBeUndefined();
      expect(readdirSync(join(folder, "mine"))).toEqual(["file"]);
    });
  });
});
