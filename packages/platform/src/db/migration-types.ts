/** One step of the schema. It is applied once, in a transaction, and never edited after a release. */
export interface Migration {
  /** A number and a topic. The order of the list counts, not the number. */
  readonly name: string;
  /** One SQL statement each, of PostgreSQL 15's features only: the embedded database is 18, Debian's is 15. */
  readonly statements: readonly string[];
  /** Processes of the version before cannot read what is written from here on, so none may serve while it is applied. */
  readonly endsEarlierVersions?: boolean;
}
