import type { ArrayFormat } from "../../document/model/model.ts";
import type { InputSettings } from "../../document/shape/input-settings.ts";
import type { Theme } from "../../emit/docs/theme.ts";
import type { ValueSettings } from "../../emit/shared/typescript/value-kinds.ts";
import type { LossSettings } from "./losses.ts";
import type { PackageSettings } from "./package.ts";
import type { TargetOptions } from "./target-options.ts";

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
  /** The targets to generate. Targets that they import are added. Default: types, client, validators and server. */
  readonly targets?: readonly string[];
  /** Options of targets, by the target's name. */
  readonly options?: TargetOptions;
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
  /** False to let an object type without described properties have none. Default: true, it can have any property. */
  readonly emptyObjectsUnknown?: boolean;
  /** True to make types require properties with a default even when `required` does not list them. Default: false. */
  readonly defaultNonNullable?: boolean;
  /**
   * How lists of values are typed: `union` (`"a" | "b"`), `const` (an object with documented members beside the union)
   * or `open` (answers may have other values). Default: `union`.
   */
  readonly enums?: "union" | "const" | "open";
  /**
   * How programs see the values of some formats, such as `{ "date-time": "Date", int64: "bigint" }`. Default: as they are
   * sent.
   */
  readonly values?: ValueSettings;
  /**
   * How lists in the query and in forms are written: `repeat` (`a=1&a=2`), `brackets` (`a[]=1&a[]=2`) or `indices`
   * (`a[0]=1&a[1]=2`). With the last two, lists and objects may be inside each other. `x-array-format` of an operation, a
   * parameter or a form takes precedence. Default: `repeat`.
   */
  readonly arrayFormat?: ArrayFormat;
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
  /** How the document is changed before anything else is done with it. */
  readonly input?: InputSettings;
  /** Makes each target a publishable package. Without it, targets are folders of an application. */
  readonly package?: PackageSettings;
  /** Which losses are accepted, and which ones are errors. */
  readonly losses?: LossSettings;
}

/** The look of the reference. `logo` is the path of an image, which becomes a part of the style sheet. */
export type ThemeSettings = Theme;

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
  /** A folder of guides in Markdown, whose pages stand before those of the reference. */
  readonly guides?: string;
  /** The look of the pages. */
  readonly theme?: ThemeSettings;
  /** The address at which the folder is published, such as `https://docs.acme.example`. Changelogs link to it. */
  readonly url?: string;
}

/** The settings of every command that reads a document. They decide what the document is. */
export const readSettings = ["allow", "remotes", "input"] as const;

/** The settings of every command that reads a document. */
export type ReadSettings = Pick<Settings, (typeof readSettings)[number]>;

/** The settings of commands that send requests of a document: which document is read, and how its parameters are sent. */
export const sentSettings: readonly [
  "arrayFormat",
  "jsonParameters",
  "splitEncodedCommas",
  ...typeof readSettings,
] = ["arrayFormat", "jsonParameters", "splitEncodedCommas", ...readSettings];

/** The settings of every command that writes files made from a document. */
export const sharedSettings: readonly ["templates", ...typeof readSettings, "package"] = [
  "templates",
  ...readSettings,
  "package",
];
