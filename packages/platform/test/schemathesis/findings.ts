import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A failed check, or an error of the run. */
export interface Finding {
  /** In schemathesis's form, such as `GET /api/v3/toolkits`. */
  readonly operation: string;
  /** The name of the check, such as `positive_data_acceptance`; `error` when a request got no response. */
  readonly check: string;
  readonly status: number | undefined;
  /** A short form of the response: slug and lines of our errors, or the first characters of any other response. */
  readonly answer: string;
  /** The message of schemathesis. */
  readonly message: string;
  /** The request as one line, cut. */
  readonly request: string;
}

/** The members of schemathesis's NDJSON report that are read here. */
interface ScenarioEvent {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly label: string;
      readonly checks?: Readonly<Record<string, readonly Check[]>>;
      readonly interactions?: Readonly<Record<string, Interaction>>;
    };
  };
  readonly NonFatalError?: { readonly label?: string; readonly [more: string]: unknown };
  readonly FatalError?: { readonly label?: string; readonly [more: string]: unknown };
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: {
    readonly failure: {
      readonly operation: string;
      readonly title: string;
      readonly message: string;
    };
  };
}

interface Bytes {
  readonly $base64?: string;
}

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body?: Bytes | null };
  readonly response?: { readonly status_code: number; readonly content?: Bytes | null } | null;
}

/** Reads the two reports of a run: events.ndjson and summary.json. */
export async function readFindings(folder: string): Promise<{
  readonly cases: number;
  readonly operations: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
}> {
  const findings: Finding[] = [];
  for await (const line of createInterface(createReadStream(join(folder, "events.ndjson")))) {
    // Written by schemathesis, whose version is fixed.
    findings.push(...toFindings(JSON.parse(line) as ScenarioEvent));
  }
  const summary = JSON.parse(await readFile(join(folder, "summary.json"), "utf8")) as {
    readonly test_cases: { readonly generated: number };
    readonly operations: { readonly tested: number };
    readonly running_time: number;
  };
  return {
    cases: summary.test_cases.generated,
    operations: summary.operations.tested,
    seconds: summary.running_time,
    findings,
  };
}

function toFindings(event: ScenarioEvent): readonly Finding[] {
  const error = event.FatalError ?? event.NonFatalError;
  if (error !== undefined) {
    const message = JSON.stringify(error).slice(0, 2000);
    const operation = String(error.label ?? "");
    return [{ operation, check: "error", status: undefined, answer: "", message, request: "" }];
  }
  const { label = "", checks = {}, interactions = {} } = event.ScenarioFinished?.recorder ?? {};
  return Object.entries(checks).flatMap(([id, ofCase]) =>
    ofCase
      .filter(({ status }) => status !== "success")
      .map((check) => toFinding(check, interactions[id], label)),
  );
}

function toFinding(check: Check, interaction: Interaction | undefined, label: string): Finding {
  const { failure } = check.failure_info ?? {};
  const { request, response } = interaction ?? {};
  return {
    operation: failure?.operation ?? label,
    check: check.name,
    status: response?.status_code,
    answer: summarizeAnswer(decodeBytes(response?.content)),
    message: `${failure?.title ?? ""}: ${failure?.message ?? ""}`.replaceAll("\n", " | "),
    request: `${request?.method} ${request?.uri} ${decodeBytes(request?.body)}`.slice(0, 600),
  };
}

function decodeBytes(bytes: Bytes | null | undefined): string {
  return Buffer.from(bytes?.$base64 ?? "", "base64").toString("utf8");
}

/** Slug and lines of one of our errors; code and message of one of JSON-RPC; the first 200 characters of another answer. */
export function summarizeAnswer(body: string): string {
  try {
    const { error } = JSON.parse(body) as {
      readonly error?: {
        readonly slug?: string;
        readonly errors?: readonly string[];
        readonly code?: number;
        readonly message?: string;
      };
    };
    if (error?.slug !== undefined) {
      return [error.slug, ...(error.errors ?? [])].join(" | ");
    }
    if (error?.code !== undefined) {
      return `${error.code} | ${error.message}`;
    }
  } catch {
    // A page, or plain text.
  }
  return body.slice(0, 200);
}
