import * as protocol from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { introduce } from "./stateless-requests.ts";

/** A message with one broken member. */
export interface BrokenMessage {
  /** Such as `tools/call params.name: null`. */
  readonly title: string;
  /** The headers that its client sends beside it, for the era of 2026-07-28. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the request. It may have a member `__proto__`. */
  readonly text: string;
}

/** The part of JSON Schema that describes the messages of the protocol. */
interface MessageSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly MessageSchema[];
  readonly properties?: Readonly<Record<string, MessageSchema>>;
  readonly items?: MessageSchema;
}

/** Deeper parts of a message are not sent. The protocol reads none of them. */
const deepest = 6;

/**
 * Every request and notification of the protocol, by the schemas that the SDK exports: whole, and with one member that is
 * absent, null, of another type, huge or added.
 */
export function* breakMessages(): Generator<BrokenMessage> {
  for (const [name, schema] of Object.entries(protocol)) {
    if (!(/(?:Request|Notification)Schema$/.test(name) && schema instanceof z.ZodObject)) {
      continue;
    }
    const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    // The members that this file does not name are ignored.
    const message = createSample(described as MessageSchema);
    if (!isObject(message) || typeof message.method !== "string") {
      continue;
    }
    const id = name.endsWith("RequestSchema") ? { id: 7 } : {};
    const whole = { ...message, jsonrpc: "2.0", ...id };
    for (const [place, value] of [["whole", whole] as const, ...breakMembers(whole, "")]) {
      const title = `${message.method} ${place}`;
      yield { title, text: JSON.stringify(value) };
    }
  }
}

/** The requests of 2026-07-28 with their parameters, whole. */
const stateless: Readonly<Record<string, object>> = {
  "server/discover": {},
  "tools/list": {},
  "tools/call": {
    name: "HACKERNEWS_NOTHING",
    arguments: {},
    requestState: "v1.1.AAAA",
    inputResponses: { connect_hackernews: { action: "accept" } },
  },
  "subscriptions/listen": { notifications: { toolsListChanged: true, taskIds: ["a"] } },
  "tasks/get": { taskId: "a" },
  "tasks/update": { taskId: "a", inputResponses: { a: { action: "accept" } } },
  "tasks/cancel": { taskId: "a" },
};

/** Every request of 2026-07-28, whole and broken as above. Its client copies what it can of the broken body into headers. */
export function* breakStatelessMessages(): Generator<BrokenMessage> {
  for (const [method, others] of Object.entries(stateless)) {
    const clientInfo = { name: "broken", version: "1.0.0" };
    const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
    const introduction = {
      ...introduce(capabilities),
      "io.modelcontextprotocol/clientInfo": clientInfo,
    };
    const params = { ...others, _meta: { ...introduction, progressToken: 1, traceparent: "00" } };
    const whole = { jsonrpc: "2.0", id: 7, method, params };
    for (const [place, value] of [["whole", whole] as const, ...breakMembers(whole, "")]) {
      const [text, sent] = [JSON.stringify(value), value as Partial<typeof whole>];
      const { name, taskId } = (isObject(sent.params) ? sent.params : {}) as {
        readonly name?: unknown;
        readonly taskId?: unknown;
      };
      const headers = {
        // A stream of events would stay open.
        accept: "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": toHeader(sent.method),
        "mcp-name": toHeader(name ?? taskId),
      };
      yield { title: `${method} of 2026-07-28 ${place}`, text, headers };
    }
  }
}

function toHeader(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 1_000) : "none";
}

function createSample(schema: MessageSchema, depth = 0): unknown {
  const [first = schema] = schema.anyOf ?? [];
  if (first !== schema) {
    return createSample(first, depth);
  }
  if (schema.const !== undefined || schema.enum !== undefined) {
    return schema.const ?? schema.enum?.[0];
  }
  if (schema.properties !== undefined && depth < deepest) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [
        name,
        createSample(member, depth + 1),
      ]),
    );
  }
  const { items } = schema;
  return schema.type === "array"
    ? [items].flatMap((each) => (each === undefined ? [] : [createSample(each, depth + 1)]))
    : samples[schema.type ?? "object"];
}

const samples: Readonly<Record<string, unknown>> = {
  object: {},
  string: "text",
  number: 1,
  integer: 1,
  boolean: true,
};

/** Copies of a value with one member broken, at every depth. */
function* breakMembers(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (!isObject(value)) {
    return;
  }
  const members = Object.entries(value);
  for (const added of ["extra", "result", "__proto__"]) {
    // `fromEntries` makes an ordinary member of `__proto__`.
    yield [`${path}${added}: added`, Object.fromEntries([...members, [added, 1]])];
  }
  for (const [index, [name, member]] of members.entries()) {
    const at = path + name;
    const replace = (other: unknown) => Object.fromEntries(members.with(index, [name, other]));
    yield [`${at}: absent`, Object.fromEntries(members.toSpliced(index, 1))];
    for (const [problem, other] of findOthers(member)) {
      yield [`${at}: ${problem}`, replace(other)];
    }
    for (const [place, broken] of breakMembers(member, `${at}.`)) {
      yield [place, replace(broken)];
    }
    if (Array.isArray(member)) {
      for (const [place, broken] of breakMembers(member[0], `${at}[0].`)) {
        yield [place, replace([broken])];
      }
    }
  }
}

function findOthers(member: unknown): readonly (readonly [string, unknown])[] {
  const others = { string: "text", number: 1.5, object: {}, array: [[]], boolean: false };
  const type = Array.isArray(member) ? "array" : typeof member;
  return [
    ["null", null],
    ...Object.entries(others).filter(([name]) => name !== type),
    ["long", "x".repeat(100_000)],
    ["large", 2 ** 60],
    ["wide", Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`m${index}`, index]))],
    ["deep", JSON.parse("[".repeat(2_000) + "]".repeat(2_000))],
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
