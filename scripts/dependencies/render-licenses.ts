import { groupBy } from "../../packages/specwright/src/group-by.ts";
import { listLockedPackages, readLicense } from "./list-packages.ts";

/** Licences that let everybody use, change and pass on the code. They ask for a copy of their text at most. */
const allowed: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense",
]);

/** The licences of the packages that production needs. */
export interface Licenses {
  /** The text of docs/licenses.md. */
  readonly page: string;
  /** Packages whose licence is not allowed, or that name none. */
  readonly refused: readonly string[];
}

/** Reads the licences of all packages that are installed without `devDependencies`. Uses only files. */
export function renderLicenses(): Licenses {
  const packages = listLockedPackages()
    .filter(({ dev }) => dev !== true)
    .map((each) => ({ path: each.path, license: readLicense(each) ?? "none" }));
  const byLicense = [...groupBy(packages, ({ license }) => license)].toSorted(
    ([one, left], [other, right]) => right.length - left.length || (one < other ? -1 : 1),
  );
  return {
    page: `# Licences of dependencies

The packages that production needs, by licence. \`npm run audit -- --write\` makes this page from package-lock.json and
node_modules. A test refuses licences that are not in \`scripts/dependencies/render-licenses.ts\`.

| Licence | Packages |
| --- | ---: |
${byLicense.map(([license, found]) => `| ${license} | ${found.length} |`).join("\n")}
`,
    refused: packages
      .filter(({ license }) => !isAllowed(license))
      .map(({ path, license }) => `${path}: ${license}`),
  };
}

/** `(MIT OR GPL-3.0)` leaves the choice to us; `MIT AND ISC` asks for both. */
export function isAllowed(license: string): boolean {
  return license
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => allowed.has(each)));
}
