import { randomUUID } from "node:crypto";
import type { Tenant } from "../../chaos/support/deployment.ts";
import { createContent, hashMd5 } from "./depot.ts";
import {
  type AcknowledgedFile,
  askForUpload,
  assertDownloaded,
  assertErased,
  giveToTool,
  type RequestedUpload,
  sendBytes,
  takeFromTool,
  type Wish,
} from "./document-calls.ts";
import { attemptUntilKnown } from "./outcomes.ts";
import type { Replicas } from "./replicas.ts";

/** Callers that upload files, give them to tools, take files from tools, and erase users. */
export interface DocumentCallers {
  /** Works until the signal aborts. */
  run(caller: string, tenant: Tenant, signal: AbortSignal): Promise<void>;
  /** Uploads a file and takes one from a tool, for a project that is deleted later. */
  prepare(tenant: Tenant): Promise<void>;
  /** The project was deleted, and its files with it. */
  noteDeleted(tenant: Tenant): void;
  /** Compares every file with its acknowledgement. */
  check(): Promise<void>;
}

/** Bytes that every caller uploads again and again. One of them has none. */
const shared = [0, 1, 2, 3].map((index) => createContent(`shared ${index}`, index * 400_000));

export function createDocumentCallers(replicas: Replicas): DocumentCallers {
  const { journal } = replicas;
  const acknowledged = new Set<AcknowledgedFile>();
  const erased = new Set<AcknowledgedFile>();
  /** The id of shared bytes, by project and hash. */
  const idsOfShared = new Map<string, string>();

  const ask = async (wish: Wish): Promise<RequestedUpload> => {
    const requested = await askForUpload(replicas, wish);
    if (shared.includes(wish.bytes)) {
      const place = `${wish.tenant.id} ${hashMd5(wish.bytes)}`;
      const known = idsOfShared.get(place) ?? requested.id;
      idsOfShared.set(place, known);
      if (known !== requested.id) {
        journal.failures.push(`The same bytes are two files: ${known} and ${requested.id}`);
      }
    }
    return requested;
  };
  const upload = async (wish: Wish, breaks = false): Promise<AcknowledgedFile | undefined> => {
    const { bytes, tenant } = wish;
    const requested = await ask(wish);
    const { id, key } = requested;
    const sent = await sendBytes(replicas, requested, { bytes, breaks });
    if (sent.kind === "refused") {
      journal.failures.push(`The upload of ${id} was refused: ${sent.refusal}`);
    }
    if (sent.kind !== "answered") {
      return undefined;
    }
    journal.count("acknowledged", "uploads");
    const file = { id, key, md5: hashMd5(bytes), size: bytes.length, tenant };
    acknowledged.add(file);
    return file;
  };
  const sendOthers = async (tenant: Tenant): Promise<void> => {
    const requested = await ask({ tenant, bytes: createContent(randomUUID(), 200_000) });
    const bytes = createContent("others", 200_000);
    const sent = await sendBytes(replicas, requested, { bytes });
    if (sent.kind === "answered") {
      journal.failures.push(`${requested.id} took other bytes than it had declared`);
    }
  };
  const take = async (tenant: Tenant, user: string): Promise<AcknowledgedFile | undefined> => {
    const file = await takeFromTool(replicas, tenant, user);
    if (file !== undefined) {
      acknowledged.add(file);
    }
    return file;
  };
  const noteErased = (file: AcknowledgedFile): void => {
    acknowledged.delete(file);
    erased.add(file);
  };
  const eraseUser = async (tenant: Tenant, user: string, files: readonly AcknowledgedFile[]) => {
    const done = await attemptUntilKnown(journal, () =>
      replicas.chooseClient(tenant).users.deleteUser({ user_id: user }),
    );
    // The attempt before, whose answer was lost, erased the user.
    if (done.kind === "refused" && done.refusal !== "404 User_NotFound") {
      journal.failures.push(`${user} was not erased: ${done.refusal}`);
    }
    journal.count("acknowledged", "erased users");
    for (const file of files) {
      noteErased(file);
      await assertErased(replicas, file);
    }
  };
  return {
    run: async (caller, tenant, signal) => {
      for (let number = 0; !signal.aborted; number += 1) {
        const user = `${caller}-${number}`;
        const files: AcknowledgedFile[] = [];
        const bytes = createContent(randomUUID(), 100 + (number % 5) * 500_000);
        const own = await upload({ tenant, bytes }, number % 6 === 5);
        if (own !== undefined && (await giveToTool(replicas, own, user))) {
          files.push(own);
        } else if (own !== undefined) {
          // The file may have become the user's, and go with the user.
          acknowledged.delete(own);
        }
        const common = shared[number % shared.length] ?? bytes;
        const again = await upload({ tenant, bytes: common });
        if (again !== undefined) {
          await giveToTool(replicas, again);
        }
        if (number % 4 === 2) {
          await sendOthers(tenant);
        }
        const result = await take(tenant, user);
        if (result !== undefined) {
          files.push(result);
          await assertDownloaded(replicas, result);
        }
        if (number % 3 === 0) {
          await eraseUser(tenant, user, files);
        }
      }
    },
    prepare: async (tenant) => {
      await upload({ tenant, bytes: createContent(randomUUID(), 1_000) });
      await take(tenant, "somebody");
    },
    noteDeleted: (tenant) => {
      for (const file of [...acknowledged].filter((each) => each.tenant === tenant)) {
        noteErased(file);
      }
    },
    check: async () => {
      for (const tenant of new Set([...acknowledged].map((file) => file.tenant))) {
        const listed = await listAllFiles(tenant);
        for (const { id, md5, size } of [...acknowledged].filter(
          (each) => each.tenant === tenant,
        )) {
          const file = listed.get(id);
          if (file?.md5 !== md5 || file.size !== size) {
            journal.failures.push(`${id} is listed as ${JSON.stringify(file)}`);
          }
        }
        for (const { id } of [...erased].filter((each) => listed.has(each.id))) {
          journal.failures.push(`The erased file ${id} is listed`);
        }
        // Also those whose acknowledgement was lost.
        for (const { id, key, md5, size } of listed.values()) {
          if (size !== null) {
            await giveToTool(replicas, { id, key, md5, size, tenant });
          }
        }
      }
      for (const file of [...acknowledged].filter(({ url }) => url !== undefined)) {
        await assertDownloaded(replicas, file);
      }
      for (const file of erased) {
        await assertErased(replicas, file);
      }
    },
  };
}

async function listAllFiles({ platform }: Tenant) {
  const found = [];
  for (let cursor: string | undefined; ; ) {
    const more = cursor === undefined ? {} : { cursor };
    const page = await platform.files.listFiles({ limit: 1000, ...more });
    found.push(...page.items);
    if (page.next_cursor === null) {
      return new Map(found.map((file) => [file.id, file]));
    }
    cursor = page.next_cursor;
  }
}
