/** The floors of one source folder, the lowest first. A floor lists folders and, for files that lie loose, their names. */
export interface House {
  readonly root: string;
  /** Packages of ours that this one may import; their entries are their public faces. */
  readonly packages: readonly string[];
  readonly floors: readonly (readonly string[])[];
}

export const houses: readonly House[] = [
  {
    root: "packages/specwright/src",
    packages: ["@specwright/runtime"],
    floors: [
      [
        "defined.ts",
        "diagnostic-list.ts",
        "diagnostic.ts",
        "file-version.ts",
        "first-free.ts",
        "group-by.ts",
        "loss.ts",
        "memo.ts",
        "output-file.ts",
        "pattern",
        "text",
      ],
      ["read", "write"],
      ["model"],
      ["bundle", "emit"],
      ["commands"],
      ["cli", "index.ts"],
    ],
  },
  {
    root: "packages/runtime/src/v1",
    packages: [],
    floors: [
      ["http", "parameters", "parameters.ts", "schema", "streams", "values.ts"],
      ["client", "server"],
      ["callbacks", "webhooks"],
      [
        "callbacks.ts",
        "client.ts",
        "express.ts",
        "fastify.ts",
        "hono.ts",
        "node.ts",
        "openapi-fetch.ts",
        "schema.ts",
        "server.ts",
        "webhooks.ts",
      ],
    ],
  },
  {
    root: "packages/platform/src",
    packages: ["@specwright/runtime", "specwright", "@example/platform"],
    floors: [
      ["errors.ts", "ids.ts", "tracing", "trim-end.ts"],
      ["db", "egress", "toolkits"],
      ["execution", "jobs", "secrets"],
      ["config"],
      ["domain"],
      ["oauth"],
      ["handlers"],
      ["http"],
      ["cli"],
    ],
  },
];
