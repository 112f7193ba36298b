import * as z from "zod";

/** The members of `_meta` with which a request introduces itself (MCP 2026-07-28, basic, `_meta`). */
export const protocolVersion = "io.modelcontextprotocol/protocolVersion";
export const clientCapabilities = "io.modelcontextprotocol/clientCapabilities";
const clientInfo = "io.modelcontextprotocol/clientInfo";

/** The member of a result's `_meta` with which the server introduces itself. */
export const serverInfo = "io.modelcontextprotocol/serverInfo";

/** The member of `_meta` in which messages of a subscription name it. */
export const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** The extension of calls that outlive their requests. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** What a request says about its client. */
export interface Meta {
  readonly [protocolVersion]: string;
  readonly [clientCapabilities]: {
    readonly elicitation?: { readonly url?: object | undefined } | undefined;
    readonly extensions?: Readonly<Record<string, object>> | undefined;
  };
  readonly progressToken?: string | number | undefined;
  /** A wrong trace context only breaks the trace, so it is not worth a refusal (W3C Trace Context, section 3.2). */
  readonly traceparent?: unknown;
}

/** The methods of the era, with their parameters. */
interface ParametersOf {
  readonly "server/discover": { readonly _meta: Meta };
  readonly "tools/list": { readonly _meta: Meta; readonly cursor?: string | undefined };
  readonly "subscriptions/listen": {
    readonly _meta: Meta;
    readonly notifications: {
      readonly toolsListChanged?: boolean | undefined;
      readonly taskIds?: readonly string[] | undefined;
    };
  };
  readonly "tools/call": {
    readonly _meta: Meta;
    readonly name: string;
    readonly arguments?: Readonly<Record<string, unknown>> | undefined;
    /** In a repeated call: what the server gave out, and what the user did. */
    readonly requestState?: string | undefined;
    readonly inputResponses?: Readonly<Record<string, { readonly action?: unknown }>> | undefined;
  };
  readonly "tasks/get": TaskParameters;
  readonly "tasks/update": TaskParameters;
  readonly "tasks/cancel": TaskParameters;
}

interface TaskParameters {
  readonly _meta: Meta;
  readonly taskId: string;
}

/** The parameters of a `subscriptions/listen`. */
export type ListenParameters = ParametersOf["subscriptions/listen"];

/** A method of the era. */
export type Method = keyof ParametersOf;

/** The parameters of a `tools/call`. */
export type ToolCallParameters = ParametersOf["tools/call"];

/** A request of the era whose headers and parameters were checked. */
export type StatelessRequest = {
  [M in Method]: { readonly method: M; readonly params: ParametersOf[M] };
}[Method];

const _meta = z.looseObject({
  [protocolVersion]: z.string(),
  [clientCapabilities]: z.looseObject({
    elicitation: z.looseObject({ url: z.looseObject({}).optional() }).optional(),
    extensions: z.record(z.string(), z.looseObject({})).optional(),
  }),
  [clientInfo]: z.looseObject({ name: z.string(), version: z.string() }).optional(),
  progressToken: z.union([z.string(), z.int()]).optional(),
});

/** The parameters that every request has. */
export const anyParameters: z.ZodType<{ readonly _meta: Meta }> = z.looseObject({ _meta });

/** The parameters of each method. */
export const parametersOf: { readonly [M in Method]: z.ZodType<ParametersOf[M]> } = {
  "server/discover": anyParameters,
  "tools/list": z.looseObject({ _meta, cursor: z.string().optional() }),
  "subscriptions/listen": z.looseObject({
    _meta,
    notifications: z.looseObject({
      toolsListChanged: z.boolean().optional(),
      taskIds: z.array(z.string()).optional(),
    }),
  }),
  "tools/call": z.looseObject({
    _meta,
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    requestState: z.string().optional(),
    inputResponses: z.record(z.string(), z.looseObject({})).optional(),
  }),
  "tasks/get": z.looseObject({ _meta, taskId: z.string() }),
  "tasks/update": z.looseObject({
    _meta,
    taskId: z.string(),
    inputResponses: z.record(z.string(), z.looseObject({})),
  }),
  "tasks/cancel": z.looseObject({ _meta, taskId: z.string() }),
};
