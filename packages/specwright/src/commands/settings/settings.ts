import type { LossSettings } from "./losses.ts";
import type { PackageSettings } from "./package.ts";

/**
 * Everything that can be set for an API: in `redocly.yaml`, by flags, and as options of the functions. `table.ts` has how
 * each is written and checked.
 */
export interface Settings {
  /** The output folder, which then consists of the generated files only. */
  readonly out?: string;
  /** The folder of the handlers that `scaffold` writes, which are the user's own from then on. */
  readonly handlers?: string;
  /** The reference that `docs` makes. */
  readonly docs?: DocsSettings;
  /** The targets to generate. Targets that they import are added. Default: all. */
  readonly targets?: readonly string[];
  /** `annotate` keeps validators from asserting `format`. Default: `assert`. */
  readonly formats?: "assert" | "annotate";
  /**
   * False to have one type for both directions. By default types of requests leave out `readOnly` properties, and types of
   * responses `writeOnly` ones.
   */
  readonly readWriteSplit?: boolean;
  /** `refuse` makes validators of requests refuse `readOnly` properties. Default: `accept`. */
  readonly readOnlyInRequests?: "accept" | "refuse";
  /** Headers that are added to answers in one place, such as `x-request-id`. Handlers need not give them. */
  readonly addedHeaders?: readonly string[];
  /** True to let types of objects without described properties have any property. Default: false, they have none. */
  readonly emptyObjectsUnknown?: boolean;
  /** True to have types require properties with a default even when `required` does not name them. Default: false. */
  readonly defaultNonNullable?: boolean;
  /** True to send parameters that no style can carry, such as an array of objects in the query, as JSON. Default: false. */
  readonly jsonParameters?: boolean;
  /**
   * True to split lists in the query at `%2C` even when an item may have a comma; the client then repeats the parameter for
   * such items. Default: false, lists are split only when no item can have a comma.
   */
  readonly splitEncodedCommas?: boolean;
  /** The name of the client's function that groups all operations; `createApi` unless given. */
  readonly factory?: string;
  /** A folder with templates that replace ours. */
  readonly templates?: string;
  /** Folders outside the document's that references may lead to. */
  readonly allow?: readonly string[];
  /** Copies of documents of the network: the file or folder by the URI that it stands for. */
  readonly remotes?: Readonly<Record<string, string>>;
  /** Makes each target a publishable package. Without it they are folders of an application. */
  readonly package?: PackageSettings;
  /** Which losses are accepted, and which ones are errors. */
  readonly losses?: LossSettings;
}

/** The output folder of the reference. */
export interface DocsSettings {
  /** Its folder, which then consists of the reference only. */
  readonly out: string;
  /**
   * The module that samples import the generated client from: the package's name when `package` is given, else
   * `./generated/client/index.js`. `false` for no such samples.
   */
  readonly client?: string | false;
}

/** The settings of every command that writes what it makes of a document. */
export const sharedSettings = ["templates", "allow", "remotes", "package"] as const;
