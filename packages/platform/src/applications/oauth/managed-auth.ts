/** This deployment's OAuth client at an application, for one auth scheme of one toolkit. */
export type ManagedCredentials = Readonly<Record<string, string>> & {
  readonly client_id: string;
};

/** The deployment's own OAuth clients. */
export interface ManagedAuth {
  /** The slugs of the toolkits that the configuration names. */
  readonly toolkits: readonly string[];
  /** The schemes of a toolkit for which this deployment holds credentials, in the order of the configuration. */
  listSchemes(toolkitSlug: string): readonly string[];
  /** The credentials, or undefined. They must not appear in a response or a log. */
  find(toolkitSlug: string, scheme: string): ManagedCredentials | undefined;
}
