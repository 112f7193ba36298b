/** A statement that a client of the old document may have. */
export interface Snippet {
  /** The names that it imports from the generated client, and from the generated types. */
  readonly client?: readonly string[];
  readonly types?: readonly ("components" | "operations" | "paths" | "webhooks")[];
  /** Declarations that every program has, such as `declare const transport: Transport;`. */
  readonly given?: readonly string[];
  readonly code: string;
}
