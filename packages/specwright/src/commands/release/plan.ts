import type { Severity } from "../../compare/change.ts";
import type { Audience } from "../../emit/define-target.ts";
import type { LocatedChange } from "../diff.ts";
import type { DeclarationDifference } from "./compare-declarations.ts";
import type { Bump } from "./next-version.ts";

/** One package of a release. */
export interface PlannedPackage {
  /** The name of its target. */
  readonly target: string;
  /** The people whom a change can break, first those whose code uses the package. */
  readonly audiences: readonly [Audience, ...Audience[]];
  readonly name: string;
  /** The version that the registry calls `latest`. Absent when the package was never published. */
  readonly last?: string;
  /** The version to publish. Absent when the package has not changed. */
  readonly next?: string;
  /** True when the registry has `next` before the release. Absent otherwise. */
  readonly isTaken?: true;
  readonly bump?: Bump;
  /** The reason for the version, in one sentence. */
  readonly reason: string;
  /** The changes of the document since the last version. */
  readonly changes: readonly LocatedChange[];
  /** The differences of the declarations, when the document has not changed and specwright has. */
  readonly declarations: readonly DeclarationDifference[];
  /** Text that a person wrote for the changelog. */
  readonly words?: string;
}

/** Everything that a release of one API would do. */
export interface ReleasePlan {
  /** The name of the API in redocly.yaml. */
  readonly api: string;
  readonly document: string;
  /** In the order of publishing: each package after those that it depends on. */
  readonly packages: readonly PlannedPackage[];
  /** How many changes of each severity the document has since the last versions. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Commands in the order in which they run. */
  readonly commands: readonly string[];
  /** The steps that are left out, with the reason. */
  readonly skipped: readonly string[];
}
