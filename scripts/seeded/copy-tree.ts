import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../support/paths.ts";

/** Copies the work tree as it is now, with changes that are not committed, to a temporary folder. Returns the folder. */
export function copyWorkTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "work-tree-"));
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const built = globSync("packages/*/dist", { cwd: root });
  for (const path of [...listed.split("\0"), ...built]) {
    // Files that were deleted are listed until their removal is committed.
    if (path !== "" && existsSync(join(root, path))) {
      cpSync(join(root, path), join(copy, path), { recursive: true });
    }
  }
  for (const folder of globSync(["node_modules", "{packages,test}/*/node_modules"], {
    cwd: root,
  })) {
    linkModules(join(root, folder), join(copy, folder));
  }
  return copy;
}

/** Links to installed packages. Links to packages of the repository are copied, so that they lead into the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (lstatSync(source).isSymbolicLink()) {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(readlinkSync(source), target);
    } else if (name.startsWith("@")) {
      linkModules(source, target);
    } else if (name !== ".cache" && name !== ".vite") {
      symlinkSync(source, target);
    }
  }
}
