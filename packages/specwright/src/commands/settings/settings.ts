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
  /** What to generate, to which what it imports is added. All targets unless given. */
  readonly targets?: readonly string[];
  /** Whether validators assert `format`. They do unless `annotate` is given. */
  readonly formats?: "assert" | "annotate";
  /** Whether types of requests leave out what is `readOnly`, and those of responses what is `writeOnly`. Default: true. */
  readonly readWriteSplit?: boolean;
  /** What validators make of `readOnly` properties in requests: they are accepted unless `refuse` is given. */
  readonly readOnlyInRequests?: "accept" | "refuse";
  /** Headers that are added to answers in one place, such as `x-request-id`. Handlers need not give them. */
  readonly addedHeaders?: readonly string[];
  /** Whether objects of which nothing is said may have any property in types. Default: false, they have none there. */
  readonly emptyObjectsUnknown?: boolean;
  /** Whether types require properties with a default even where `required` does not name them. Default: false. */
  readonly defaultNonNullable?: boolean;
  /** Whether parameters that no style can carry, such as an array of objects in the query, are JSON. Default: false. */
  readonly jsonParameters?: boolean;
  /**
   * Whether lists in the query are split at `%2C` even where an item may have a comma; the client then repeats the
   * parameter for such items. Default: false, they are split where no item can have one.
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

/** Where the reference goes. */
export interface DocsSettings {
  /** Its folder, which then consists of the reference only. */
  readonly out: string;
  /**
   * What samples import the generated client from: the package's name when `package` is given, else
   * `./generated/client/index.js`. `false` for no such samples.
   */
  readonly client?: string | false;
}

/** The settings of every command that writes what it makes of a document. */
export const sharedSettings = ["templates", "allow", "remotes", "package"] as const;
