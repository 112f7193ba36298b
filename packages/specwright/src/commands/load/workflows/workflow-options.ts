/** The workflows that `verify` runs beside its own requests (Arazzo 1.0 and 1.1). */
export interface WorkflowOptions {
  /** Paths of Arazzo documents, relative to `folder`. */
  readonly files: readonly string[];
  /** Inputs by the id of a workflow, then by name. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Texts by name, for every workflow that has an input of the name. They become numbers or JSON where the schema wants that. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The same for secrets, which reports do not show. */
  readonly secrets?: Readonly<Record<string, string>>;
  /**
   * Addresses of the other APIs that steps call, by the name of the source description. Default: the first server of the API's
   * document.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** True to run the workflows alone. Default: false. */
  readonly only?: boolean;
}
