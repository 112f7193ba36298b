/** One option of a target: which values it may have, its default, and its help. */
export type OptionRow = {
  /** What it does, in one line without a full stop: "also hooks of SWR". */
  readonly help: string;
} & (
  | { readonly type: "boolean"; readonly default: boolean }
  | { readonly type: "number"; readonly default?: number }
  | {
      readonly type: "string";
      /** The only values. Absent when every text is allowed. */
      readonly values?: readonly string[];
      readonly default?: string;
    }
  | {
      /** A list of texts. */
      readonly type: "strings";
      readonly values?: readonly string[];
      readonly default?: readonly string[];
    }
);

/** The options of a target by their names, such as `swr`. */
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** The options as a target reads them: those with a default are always there. */
export type OptionsOf<Rows extends OptionRows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { readonly default: unknown }
    ? ValueOf<Rows[Name]>
    : ValueOf<Rows[Name]> | undefined;
};

type ValueOf<Row> = Row extends { readonly type: "boolean" }
  ? boolean
  : Row extends { readonly type: "number" }
    ? number
    : Row extends { readonly type: "strings" }
      ? readonly WordOf<Row>[]
      : WordOf<Row>;

type WordOf<Row> = Row extends { readonly values: readonly (infer Word)[] } ? Word : string;

/** The options of a run: what the user gave, and the defaults of the rest. The given values have been checked. */
export function completeOptions(
  rows: OptionRows,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const defaults = Object.entries(rows).map(([name, row]) => [name, row.default]);
  return { ...Object.fromEntries(defaults), ...given };
}
