import type { LossSettings } from "./losses.ts";
import type { PackageSettings } from "./package.ts";

/**
 * All settings of an API: in `redocly.yaml`, as flags, and as options of the functions. `table.ts` defines how each is
 * written and checked.
 */
export interface Settings {
  /** The output folder. After a run it contains only the generated files. */
  readonly out?: string;
  /** The folder of the handlers that `scaffold` writes. The user owns these files once they are written. */
  readonly handlers?: string;
  /** The reference that `docs` makes. */
  readonly docs?: DocsSettings;
  /** The targets to generate. Targets that they import are added. Default: all. */
  readonly targets?: readonly string[];
  /** `annotate` means that validators do not assert `format`. Default: `assert`. */
  readonly formats?: "assert" | "annotate";
  /**
   * False to have one type for both directions. By default types of requests omit `readOnly` properties, and types of
   * responses omit `writeOnly` properties.
   */
  readonly readWriteSplit?: boolean;
  /** `refuse` makes validators of requests reject `readOnly` properties. Default: `accept`. */
  readonly readOnlyInRequests?: "accept" | "refuse";
  /** Headers that one place adds to all responses, such as `x-request-id`. Handlers do not have to set them. */
  readonly addedHeaders?: readonly string[];
  /** True to let an object type without described properties have any property. Default: false, it has no properties. */
  readonly emptyObjectsUnknown?: boolean;
  /** True to make types require properties with a default even when `required` does not list them. Default: false. */
  readonly defaultNonNullable?: boolean;
  /**
   * True to send parameters that no style can represent, such as an array of objects in the query, as JSON. Default:
   * false.
   */
  readonly jsonParameters?: boolean;
  /**
   * True to split lists in the query at `%2C` even when an item may contain a comma. The client then repeats the
   * parameter for such items. Default: false, lists are split only when no item can contain a comma.
   */
  readonly splitEncodedCommas?: boolean;
  /** The name of the client's function that groups all operations. Default: `createApi`. */
  readonly factory?: string;
  /** A folder with templates that replace ours. */
  readonly templates?: string;
  /** Further folders, outside the document's folder, that references may lead to. */
  readonly allow?: readonly string[];
  /** Local copies of remote documents: the file or folder, by the URI of the original. */
  readonly remotes?: Readonly<Record<string, string>>;
  /** Makes each target a publishable package. Without it, targets are folders of an application. */
  readonly package?: PackageSettings;
  /** Which losses are accepted, and which ones are errors. */
  readonly losses?: LossSettings;
}

/** The output folder of the reference. */
export interface DocsSettings {
  /** The folder of the reference. After a run it contains only the reference. */
  readonly out: string;
  /**
   * The module from which samples import the generated client. `false` leaves these samples out. Default: the client's
   * package when `package` is set, else `./generated/client/index.js`.
   */
  readonly client?: string | false;
  /**
   * True to keep the reference of each version in its own folder, such as `site/1.2.0`, with a picker of versions and a
   * page of the changes. Default: false, for a folder with one reference.
   */
  readonly versions?: boolean;
  /** The address at which the folder is published, such as `https://docs.acme.example`. Changelogs link to it. */
  readonly url?: string;
}

/** The settings of every command that writes files made from a document. */
export const sharedSettings = ["templates", "allow", "remotes", "package"] as const;
