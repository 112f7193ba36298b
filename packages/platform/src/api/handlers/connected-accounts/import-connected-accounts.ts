import { setImmediate as afterOthers, setTimeout as sleep } from "node:timers/promises";
import { BodyTooLargeError, InvalidItemError } from "@specwright/runtime/v1/server";
import { type ImportLine, importLines } from "../../../actions/connected-accounts/import-lines.ts";
import type { Services } from "../../../actions/services.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { isUnavailable } from "../../../base/db/is-unavailable.ts";
import { PlatformError } from "../../../base/errors.ts";
import { waitOutside } from "../../../base/sharing/fairness/work.ts";
import type { HandlerOf } from "../handler.ts";

type Input = Parameters<HandlerOf<"importConnectedAccounts">>[0];
type Result = Schemas["ConnectedAccountImportResult"];

/**
 * `POST /connected_accounts/import`
 *
 * The answer begins with the first line, and the import goes on as the work of its project: it has a place in the fair queue for each batch
 * of lines (ADR 112), and none while it waits for lines or for its client.
 */
export const importConnectedAccounts: HandlerOf<"importConnectedAccounts"> = async (input) => {
  const takeBatch = createBatches(input.body);
  const first = await waitOutside(takeBatch);
  if (first.refusal !== undefined && first.lines.length === 0) {
    throw first.refusal;
  }
  const { work } = input.context.found;
  delete input.context.found.work;
  const { readable, writable } = new TransformStream<Result, Result>();
  const writer = writable.getWriter();
  void importAll(input, { first, takeBatch }, (result) => writer.write(result))
    // When the client leaves, `write` fails. Its next import goes on after the last batch that was stored.
    .then(() => writer.close())
    .catch(() => {})
    .finally(() => work?.end());
  return { status: 200, body: readable.values() };
};

async function importAll(
  { context, header, principal }: Input,
  { first, takeBatch }: { readonly first: Batch; readonly takeBatch: () => Promise<Batch> },
  write: (result: Result) => Promise<void>,
): Promise<void> {
  const { services, stopping } = context;
  const place = principal.ProjectKey;
  const key = header["Idempotency-Key"];
  const takeNext = async (): Promise<Batch> => {
    await leaveTime(services, place.projectId);
    return await takeBatch();
  };
  for (let batch = first; ; batch = await waitOutside(takeNext)) {
    const { lines, next, refusal } = batch;
    if (stopping.aborted) {
      const error = new PlatformError("Server_Unavailable");
      await write(refuseLine(services, lines[0]?.number ?? next, error));
      return;
    }
    let results: readonly Result[];
    try {
      results = lines.length === 0 ? [] : await importLines(services, place, key, lines);
    } catch (failure) {
      services.warn("import of connections ended", { request_id: context.requestId, failure });
      const slug = isUnavailable(failure) ? "Server_Unavailable" : "Server_Unexpected";
      await write(refuseLine(services, lines[0]?.number ?? next, new PlatformError(slug)));
      return;
    }
    await waitOutside(async () => {
      for (const result of results) {
        await write(result);
      }
    });
    if (refusal !== undefined) {
      await write(refuseLine(services, next, refusal));
    }
    if (refusal !== undefined || lines.length === 0) {
      return;
    }
  }
}

function refuseLine({ toDetail }: Services, line: number, error: PlatformError): Result {
  return { line, id: null, status: null, error: toDetail(error) };
}

/** Lines that are stored together. That takes some tens of milliseconds. */
const mostLines = 50;

/** Lines that have arrived; none at the end of the body. */
interface Batch {
  readonly lines: readonly ImportLine[];
  /** The number of the line after them. */
  readonly next: number;
  /** The reason why that line ends the import. */
  readonly refusal?: PlatformError;
}

/** Returns a function that takes the lines that have arrived, up to `mostLines`, and waits for the first one. */
function createBatches(body: AsyncIterable<unknown>): () => Promise<Batch> {
  const items = body[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<unknown>> | undefined;
  let next = 1;
  return async () => {
    const lines: ImportLine[] = [];
    try {
      while (lines.length < mostLines) {
        pending ??= items.next();
        const item = await (lines.length === 0
          ? pending
          : Promise.race([pending, afterOthers(undefined)]));
        if (item === undefined) {
          return { lines, next };
        }
        pending = undefined;
        if (item.done) {
          return { lines, next };
        }
        lines.push({ number: next, value: item.value });
        next += 1;
      }
      return { lines, next };
    } catch (error) {
      return { lines, next, refusal: toRefusal(error) };
    }
  };
}

/** @throws the error of a body that broke off */
function toRefusal(error: unknown): PlatformError {
  if (error instanceof PlatformError) {
    return error;
  }
  if (error instanceof InvalidItemError) {
    return new PlatformError("Validation_Failed", { errors: error.errors });
  }
  if (error instanceof BodyTooLargeError) {
    return new PlatformError("Request_BodyTooLarge", { cause: error });
  }
  throw error;
}

/**
 * Waits while half of the project's processor time of this minute is used, so that an import does not take it from the project's
 * other requests, which would be refused.
 */
async function leaveTime({ usage }: Services, projectId: string): Promise<void> {
  for (;;) {
    const quotas = await Promise.all(usage.map((read) => read(projectId)));
    const time = quotas.find(({ name }) => name === "processor_time_in_a_minute");
    if (time === undefined || time.used < (time.limit ?? Number.POSITIVE_INFINITY) / 2) {
      return;
    }
    await sleep(1_000);
  }
}
