/** The time at which an item was created, as the item reports it. */
export interface ItemTime {
  /** JSON Pointer in the item. */
  readonly pointer: string;
  readonly unit: TimeUnit;
}

/** The form of a time: RFC 3339, or a number (also as text) since 1970. */
export type TimeUnit = "date-time" | "seconds" | "milliseconds";

/** `poll` of a trigger type: how its operation is read, and which items are events. */
export interface PollRule {
  /**
   * Arguments of the operation. In texts, `{config.q}` stands for a member of the configuration and `{since}` for the time from
   * which items count, in the form of `since`. An argument whose text names a member that is absent is left out.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly since: TimeUnit;
  /** JSON Pointer to the list in the tool's result. */
  readonly items: string;
  /** JSON Pointers in an item, which together say which event it is: `[/id, /updated]` for changes of things. */
  readonly identity: readonly string[];
  /** Without it, the time of an item is the time of the poll that finds it, and `{since}` has to limit the list. */
  readonly time?: ItemTime | undefined;
  /** How the list continues: the value at a JSON Pointer into the result is an argument of the next call. */
  readonly next?: { readonly pointer: string; readonly argument: string } | undefined;
  /** The newest items come first, so that reading ends at a page of old ones. */
  readonly newest_first: boolean;
  /** Members of the payload: each is the value that a JSON Pointer leads to in the item, and is left out where it leads nowhere. */
  readonly data: Readonly<Record<string, string>>;
}
