/** One step of the schema. It is applied once, in a transaction, and never edited after a release. */
export interface Migration {
  /**
   * A number and a topic, such as `0007-walls`. Migrations are applied in the order of the list, whatever their
   * numbers.
   */
  readonly name: string;
  /**
   * One SQL statement each. Use features of PostgreSQL 15 only: the embedded database is version 18, but Debian's is
   * 15.
   */
  readonly statements: readonly string[];
  /**
   * True when processes of the previous version cannot read data written after this migration. None of them may be
   * serving while it is applied.
   */
  readonly endsEarlierVersions?: boolean;
}
