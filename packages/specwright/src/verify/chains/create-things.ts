import type { Operation } from "../../document/model/model.ts";
import { findItems } from "../answers/judge-parameters.ts";
import { listPathParameters, reducePathToShape } from "../things/known-things.ts";
import type { Fullness } from "../values/make-value.ts";
import { findId, readId } from "./find-id.ts";
import { judgeRemoval } from "./judge-removal.ts";
import type { Resource } from "./resources.ts";
import { type ChainContext, judgeWritten, type Made, runRequest } from "./run-request.ts";

/** One thing of each kind is created for each entry, so that lists have several items. */
const fullnesses: readonly Fullness[] = ["least", "most", "some"];

/**
 * Creates resources, updates them, and compares the values sent with the values returned. The resources stay on the
 * server for the cases of other operations.
 */
export async function createThings(resource: Resource, chain: ChainContext): Promise<void> {
  for (const [index, fullness] of fullnesses.entries()) {
    const thing = await createOne(resource, chain, fullness, index);
    for (const update of thing === undefined ? [] : resource.updates) {
      await writeAndRead(
        update,
        resource,
        chain,
        `for a thing that was just created (${fullness})`,
      );
    }
  }
}

/** Creates a thing, deletes it, and checks that it no longer exists. */
export async function deleteThing(resource: Resource, chain: ChainContext): Promise<void> {
  const { remove, read } = resource;
  const values = remove && (await createOne(resource, chain, "least", fullnesses.length));
  if (remove === undefined || values === undefined) {
    return;
  }
  const removal = await runRequest(
    remove,
    { title: "for a thing that was just created", expected: "found" },
    chain,
  );
  if (removal !== undefined) {
    await judgeRemoval(removal, values, read, chain);
  }
}

/** @returns the path values of the new thing */
async function createOne(
  resource: Resource,
  chain: ChainContext,
  fullness: Fullness,
  index: number,
): Promise<readonly unknown[] | undefined> {
  const { create, one, read } = resource;
  const title = `that creates a thing (${fullness})`;
  const made = await runRequest(create, { title, expected: "success", fullness, index }, chain);
  if (made === undefined || made.answer.status >= 300) {
    return undefined;
  }
  const id = findId(made.answer, one);
  if (id === undefined) {
    return undefined;
  }
  const above = listPathParameters(create).map((parameter) => made.sent.parameters.get(parameter));
  const values = [...above, id];
  chain.known.add(one.path, values);
  judgeWritten(made, made, chain);
  if (read !== undefined) {
    await readBack(made, read, chain);
  }
  return values;
}

async function writeAndRead(
  update: Operation,
  { read }: Resource,
  chain: ChainContext,
  title: string,
): Promise<void> {
  const made = await runRequest(update, { title, expected: "found", fullness: "most" }, chain);
  if (made !== undefined && made.answer.status < 300) {
    judgeWritten(made, made, chain);
    if (read !== undefined) {
      await readBack(made, read, chain);
    }
  }
}

async function readBack(written: Made, read: Operation, chain: ChainContext): Promise<void> {
  const seen = await runRequest(
    read,
    { title: "for a thing that was just written", expected: "found" },
    chain,
  );
  if (seen !== undefined && seen.answer.status === 200) {
    judgeWritten(written, seen, chain);
  }
}

/** Uses the ids in a list as known things, when nothing could be created. */
export async function adoptListed(
  list: Operation,
  one: Operation,
  chain: ChainContext,
): Promise<void> {
  const found = await runRequest(
    list,
    { title: "for the things of a list", expected: "success" },
    chain,
  );
  const items = found === undefined ? undefined : findItems(list, found.answer);
  const above = listPathParameters(list).map((parameter) => found?.sent.parameters.get(parameter));
  for (const item of (items ?? []).slice(0, 3).toReversed()) {
    const id = readId(item, one);
    if (id !== undefined && reducePathToShape(one.path) === `${reducePathToShape(list.path)}/{}`) {
      chain.known.add(one.path, [...above, id]);
    }
  }
}
