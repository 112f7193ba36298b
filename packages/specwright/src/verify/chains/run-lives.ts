import type { Operation } from "../../model/model.ts";
import { findItems } from "../answers/judge-parameters.ts";
import type { Case } from "../case.ts";
import { type Given, makeInput, type Workshop } from "../cases/make-input.ts";
import type { Exchanges } from "../exchange.ts";
import type { HttpAnswer } from "../requests/send.ts";
import { listPathParameters, reducePathToShape } from "../things/known-things.ts";
import type { Fullness } from "../values/make-value.ts";
import { createRandom } from "../values/random.ts";
import { compareWritten } from "./compare-written.ts";
import { findId, readId } from "./find-id.ts";
import type { Resource } from "./resources.ts";

/** The run that the chains belong to. */
export interface Lives extends Workshop {
  readonly exchanges: Exchanges;
  readonly seed: number;
}

/** One thing of each kind is created for each entry, so that lists have several items. */
const fullnesses: readonly Fullness[] = ["least", "most", "some"];

/**
 * Creates things, updates them, and compares the values sent with the values returned. The things stay on the server
 * for the cases of other operations.
 */
export async function createThings(resource: Resource, lives: Lives): Promise<void> {
  for (const [index, fullness] of fullnesses.entries()) {
    const thing = await createOne(resource, lives, fullness, index);
    for (const update of thing === undefined ? [] : resource.updates) {
      await writeAndRead(
        update,
        resource,
        lives,
        `for a thing that was just created (${fullness})`,
      );
    }
  }
}

/** Creates a thing, deletes it, and checks that it no longer exists. */
export async function deleteThing(resource: Resource, lives: Lives): Promise<void> {
  const { remove, read } = resource;
  const values = remove && (await createOne(resource, lives, "least", fullnesses.length));
  if (remove === undefined || values === undefined) {
    return;
  }
  const removal = await runFor(remove, "for a thing that was just created", "found", lives);
  lives.known.remove(resource.one.path, values);
  // After 202, the change may take a while.
  if (
    removal === undefined ||
    removal.answer.status >= 300 ||
    removal.answer.status === 202 ||
    read === undefined
  ) {
    return;
  }
  const parameters = new Map(
    listPathParameters(read).map((parameter, index) => [parameter, values[index]] as const),
  );
  const after = await runFor(read, "for a thing that was just deleted", "missing", lives, {
    parameters,
  });
  if (after !== undefined && after.answer.status < 300) {
    lives.exchanges.blame("deleted-found", after.sent, after.answer, "404 or 410 is expected");
  }
}

/** @returns the path values of the new thing */
async function createOne(
  resource: Resource,
  lives: Lives,
  fullness: Fullness,
  index: number,
): Promise<readonly unknown[] | undefined> {
  const { create, one, read } = resource;
  const made = await runFor(
    create,
    `that creates a thing (${fullness})`,
    "success",
    lives,
    {},
    fullness,
    index,
  );
  if (made === undefined || made.answer.status >= 300) {
    return undefined;
  }
  const id = findId(made.answer, one);
  if (id === undefined) {
    return undefined;
  }
  const above = listPathParameters(create).map((parameter) => made.sent.parameters.get(parameter));
  const values = [...above, id];
  lives.known.add(one.path, values);
  compare(made, made, lives);
  if (read !== undefined) {
    await readBack(made, read, lives);
  }
  return values;
}

interface Made {
  readonly sent: Case;
  readonly answer: HttpAnswer;
}

async function writeAndRead(
  update: Operation,
  { read }: Resource,
  lives: Lives,
  title: string,
): Promise<void> {
  const made = await runFor(update, title, "found", lives, {}, "most");
  if (made !== undefined && made.answer.status < 300) {
    compare(made, made, lives);
    if (read !== undefined) {
      await readBack(made, read, lives);
    }
  }
}

async function readBack(written: Made, read: Operation, lives: Lives): Promise<void> {
  const seen = await runFor(read, "for a thing that was just written", "found", lives);
  if (seen !== undefined && seen.answer.status === 200) {
    compare(written, seen, lives);
  }
}

function compare(written: Made, seen: Made, { exchanges }: Lives): void {
  const { body } = written.sent;
  const lost =
    body === undefined || "content" in body ? [] : compareWritten(body.value, seen.answer);
  if (lost.length > 0) {
    const names = lost.map((name) => `\`${name}\``).join(", ");
    exchanges.blame(
      "write-lost",
      seen.sent,
      seen.answer,
      `${names} was written with another value`,
    );
  }
}

/** Sends one request. Its values depend only on the seed, the operation and the title. */
async function runFor(
  operation: Operation,
  title: string,
  expected: Case["expected"],
  lives: Lives,
  given: Given = {},
  fullness: Fullness = "least",
  index = 0,
): Promise<Made | undefined> {
  const random = createRandom(lives.seed, operation.name, title, String(index));
  const input = makeInput(operation, { random, fullness }, lives, given);
  if (input === undefined) {
    return undefined;
  }
  const sent: Case = { operation, title, expected, ...input };
  const answer = await lives.exchanges.run(sent);
  return answer === undefined ? undefined : { sent, answer };
}

/** Uses the ids in a list as known things, when nothing could be created. */
export async function adoptListed(list: Operation, one: Operation, lives: Lives): Promise<void> {
  const found = await runFor(list, "for the things of a list", "success", lives);
  const items = found === undefined ? undefined : findItems(list, found.answer);
  const above = listPathParameters(list).map((parameter) => found?.sent.parameters.get(parameter));
  for (const item of (items ?? []).slice(0, 3).toReversed()) {
    const id = readId(item, one);
    if (id !== undefined && reducePathToShape(one.path) === `${reducePathToShape(list.path)}/{}`) {
      lives.known.add(one.path, [...above, id]);
    }
  }
}
