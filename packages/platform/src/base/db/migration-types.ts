/** One step of the schema. It is applied once, in a transaction, and never changed after it is on main. */
export interface Migration {
  /**
   * A number and a topic, such as `0002-quotas-of-agents`. Migrations are applied in the order of the list, whatever their
   * numbers.
   */
  readonly name: string;
  /**
   * Returns the statements, each as one text. They use features of PostgreSQL 15 only: the embedded database is version 18, but
   * Debian's is 15. It is called only if the database lacks the migration.
   */
  readStatements(): readonly string[];
  /**
   * True when processes of the previous version cannot read data written after this migration. None of them may be
   * serving while it is applied.
   */
  readonly endsEarlierVersions?: boolean;
}
