/** Bytes that one project may store; undefined where it has no limit. */
export interface StorageQuotas {
  readonly files: number | undefined;
  /** The documents of imported toolkits, as they are stored. */
  readonly toolkits: number | undefined;
  readonly logsAndEvents: number | undefined;
}
