import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/**
 * Things that some tests need in addition to `npm ci`. `packages` means the npm registry while tests run, which install
 * packed packages.
 */
export type Need =
  | "chromium"
  | "container-tools"
  | "corpus"
  | "faketime"
  | "go"
  | "gofmt"
  | "helm"
  | "json-schema-test-suite"
  | "kubectl-validate"
  | "nginx"
  | "openssl"
  | "packages"
  | "postgresql"
  | "promtool"
  | "python"
  | "root"
  | "systemd-analyze"
  | "tmpfs";

interface Source {
  readonly find: () => string | undefined;
  readonly how: string;
  /** True for a permission that CI may lack. Its tests may be skipped in CI too. */
  readonly isOptional?: boolean;
}

const sources: Readonly<Record<Need, Source>> = {
  chromium: {
    find: () =>
      findFirstThatWorks([
        process.env.CHROMIUM,
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
      ]),
    how: "install Debian's package chromium, or set CHROMIUM to the path of a Chromium",
  },
  "container-tools": {
    find: () =>
      mountProgram() &&
      findFirstThatWorks(onPath("mmdebstrap")) &&
      findFirstThatWorks(onPath("buildah")),
    how: "install Debian's packages buildah and mmdebstrap, and run them as root where file systems may be mounted",
    isOptional: true,
  },
  corpus: {
    find: () =>
      findFirstThatWorks([process.env.SPECWRIGHT_CORPUS, resolveInRoot("../shared/corpus")]),
    how: "set SPECWRIGHT_CORPUS to a folder with github.json, museum.yaml and train-travel.yaml",
  },
  faketime: {
    find: () => libraries.find((path) => existsSync(path)),
    how: "install Debian's package faketime",
    isOptional: true,
  },
  go: {
    find: () => findFirstThatWorks([...onPath("go"), "/usr/local/go/bin/go"]),
    how: "install Debian's package golang-go",
    isOptional: true,
  },
  gofmt: {
    find: () => findFirstThatWorks([...onPath("gofmt"), "/usr/local/go/bin/gofmt"]),
    how: "install Debian's package golang-go",
    isOptional: true,
  },
  helm: {
    find: () => findFirstThatWorks([process.env.HELM, ...onPath("helm")]),
    how: "set HELM to the path of Helm 3 (go install helm.sh/helm/v3/cmd/helm@v3.22.0)",
    isOptional: true,
  },
  "json-schema-test-suite": {
    find: () =>
      findFirstThatWorks([
        process.env.JSON_SCHEMA_TEST_SUITE,
        resolveInRoot("../shared/json-schema-test-suite"),
      ]),
    how: "set JSON_SCHEMA_TEST_SUITE to a folder with draft2020-12/ and remotes/ of the official suite",
  },
  "kubectl-validate": {
    find: () => findFirstThatWorks([process.env.KUBECTL_VALIDATE, ...onPath("kubectl-validate")]),
    how: "set KUBECTL_VALIDATE to its path (go install sigs.k8s.io/kubectl-validate@v0.0.4)",
    isOptional: true,
  },
  nginx: {
    find: () => findFirstThatWorks(["/usr/sbin/nginx", ...onPath("nginx")]),
    how: "install Debian's package nginx-light",
  },
  openssl: {
    find: () => findFirstThatWorks(onPath("openssl")),
    how: "install Debian's package openssl",
  },
  packages: {
    find: () => (process.env.PACKAGES === "1" ? "1" : undefined),
    how: "set PACKAGES=1; they install packages from the npm registry and take three minutes",
  },
  postgresql: {
    find: () => process.env.TEST_DATABASE_URL || undefined,
    how: "set TEST_DATABASE_URL to the address of a PostgreSQL 15 or later on which databases may be created",
  },
  promtool: {
    find: () => findFirstThatWorks(onPath("promtool")),
    how: "install Debian's package prometheus",
    isOptional: true,
  },
  python: {
    find: () => findFirstThatWorks([process.env.PYTHON, ...onPath("python3")]),
    how: "install Debian's packages python3 and python3-venv, or set PYTHON to the path of a Python 3.11 or later",
  },
  root: {
    find: () => (process.geteuid?.() === 0 ? "0" : undefined),
    how: "run them as root; they make files of another user",
    isOptional: true,
  },
  "systemd-analyze": {
    find: () => findFirstThatWorks(onPath("systemd-analyze")),
    how: "run them on a machine with systemd's programs",
    isOptional: true,
  },
  tmpfs: {
    find: mountProgram,
    how: "run them as root where file systems may be mounted; they fill a small one of their own",
    isOptional: true,
  },
};

/**
 * Finds something that a test needs, as a path or an address. Undefined when it is missing; the run reports missing
 * things once (report-missing.ts). With `WITHOUT_EXTRAS=1` everything is missing, as on a machine with only git and
 * npm.
 *
 * @throws Error when it is missing and `REQUIRE_ALL=1`, as in CI, where tests must not be skipped.
 */
export function findNeed(name: Need): string | undefined {
  const { isOptional = false } = sources[name];
  const found = find(name);
  if (found === undefined && process.env.REQUIRE_ALL === "1" && !isOptional) {
    throw new Error(writeMessage(name));
  }
  return found;
}

/** A line for each thing that is missing on this machine. */
export function listMissingNeeds(): string[] {
  // `Object.keys` loses the type of the table's keys.
  const names = Object.keys(sources) as Need[];
  return names.filter((name) => find(name) === undefined).map(writeMessage);
}

function find(name: Need): string | undefined {
  return process.env.WITHOUT_EXTRAS === "1" ? undefined : sources[name].find();
}

/** Where Debian keeps the library, by architecture. */
const libraries: readonly string[] = ["x86_64", "aarch64"].map(
  (architecture) => `/usr/lib/${architecture}-linux-gnu/faketime/libfaketime.so.1`,
);

/** The program that mounts file systems, if this user may. Containers often forbid this even to root. */
function mountProgram(): string | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "tmpfs-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder], { stdio: "ignore" });
    return "mount";
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeMessage(name: Need): string {
  return `SKIPPED: ${name} is missing. To run its tests: ${sources[name].how}.`;
}

function findFirstThatWorks(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined && path !== "" && isUsable(path));
}

/** The places where a program may be, in the order in which a shell searches them. */
function onPath(program: string): readonly string[] {
  return (process.env.PATH ?? "").split(":").map((folder) => `${folder}/${program}`);
}

/** Returns whether a program can be run, or a folder can be read. */
function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
