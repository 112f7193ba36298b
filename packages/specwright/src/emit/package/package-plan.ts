import type { Target } from "../define-target.ts";

/** The common settings of an API's packages. All texts have been validated. */
export interface PackagePlan {
  /** The generated targets in their order. */
  readonly targets: readonly Target[];
  /** The name of each target's package, by the target's name. */
  readonly names: ReadonlyMap<string, string>;
  /** The semantic version of each target's package, by the target's name. */
  readonly versions: ReadonlyMap<string, string>;
  /** The whole API document as one JSON file, which the package of the types contains. */
  readonly document: string;
  /** An SPDX expression, or npm's replacement for one (`UNLICENSED`). */
  readonly license: string;
  /** The text of the licence. */
  readonly licenseText?: string;
  readonly author?: string;
  readonly repository?: PackageRepository;
  /** A web address without characters that would end angle brackets. */
  readonly homepage?: string;
  /** A URL of the web or a mail address. */
  readonly bugs?: string;
  readonly keywords?: readonly string[];
  readonly access?: "public" | "restricted";
  readonly provenance?: boolean;
  /** The version of specwright. The runtime has the same version. */
  readonly toolVersion: string;
}

/** The repository of the packages' source. */
interface PackageRepository {
  readonly url: string;
  /** The output folder in the repository. */
  readonly directory?: string;
}
