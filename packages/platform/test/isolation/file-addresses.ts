import { expect } from "vitest";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import type { World } from "../e2e/world.ts";
import type { SeededFile, SeededProject } from "./seed-project.ts";

const tool_slug = "VAULT_UPLOAD_DOCUMENT";
const never = "req_file_000000000000";

/** An answer without its request id. */
interface FileAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Asks for the file of another project in every way: with its key as an argument of a tool, by addresses that mix the two
 * projects, and by its hash. Each answer is that of a file which never existed. Returns the texts of all answers.
 */
export async function askForFileOf(
  world: World,
  own: SeededProject,
  other: SeededProject,
): Promise<readonly string[]> {
  const platform = world.clientWith(own.key);
  const texts: string[] = [];
  const expectSame = async (
    ask: (id: string) => Promise<FileAnswer>,
    status: number,
  ): Promise<void> => {
    const [theirs, unknown] = [await ask(other.file.id), await ask(never)];
    expect(theirs).toEqual(unknown);
    expect(theirs.status).toBe(status);
    texts.push(theirs.text);
  };
  const config = await createConfig({ platform }, "API_KEY", [], "vault");
  const account = await connect({ platform }, config, "API_KEY", { generic_api_key: goodKey });
  const give = async (file: Pick<SeededFile, "key" | "mimetype">): Promise<FileAnswer> => {
    const { key, mimetype } = file;
    const response = await fetch(`${world.url}/api/v3/tools/execute/${tool_slug}`, {
      method: "POST",
      headers: { "x-api-key": own.key, "content-type": "application/json" },
      body: JSON.stringify({
        connected_account_id: account,
        arguments: { file: { name: "given.txt", mimetype, key } },
      }),
    });
    return await readAnswer(response, [key]);
  };
  const { file } = other;
  await expectSame((id) => give({ ...file, key: file.key.replace(file.id, id) }), 404);
  const inOwn = file.key.replace(other.projectId, own.projectId);
  await expectSame((id) => give({ ...file, key: inOwn.replace(file.id, id) }), 404);

  for (const method of ["PUT", "GET"]) {
    const open = async (url: string): Promise<FileAnswer> => {
      const body = method === "PUT" ? { body: other.marker } : {};
      const headers = { "content-type": file.mimetype };
      return await readAnswer(await fetch(url, { method, headers, ...body }), []);
    };
    // Another project's signature for one's own path, and one's own signature for another project's path.
    await expectSame(
      (id) => open(file.url.replace(other.projectId, own.projectId).replace(file.id, id)),
      403,
    );
    const { search } = new URL(own.file.url);
    await expectSame((id) => open(file.url.replace(/\?.*/, search).replace(file.id, id)), 403);
    await expectSame((id) => open(own.file.url.replace(own.file.id, id)), 403);
  }

  // Its hash does not lead to it: the same bytes have to be uploaded again.
  const { mimetype, md5 } = file;
  const same = await platform.files.requestFileUpload({
    body: { toolkit_slug: "vault", tool_slug, filename: "same.txt", mimetype, md5 },
  });
  expect(same.id).not.toBe(file.id);
  const notUploaded = await give({ key: same.key, mimetype });
  expect(notUploaded.status).toBe(404);
  const listed = await platform.files.listFiles({ limit: 1000 });
  // These requests had the media type of the other project's file.
  const others = listed.items.filter(({ filename }) => filename !== "same.txt");
  expect(others.map(({ id }) => id)).toContain(own.file.id);
  return [...texts, notUploaded.text, JSON.stringify(others)];
}

async function readAnswer(response: Response, sent: readonly string[]): Promise<FileAnswer> {
  const whole = (await response.text()).replaceAll(/"req_[\w-]{12}"/g, '"<request>"');
  return {
    status: response.status,
    text: sent.reduce((text, each) => text.replaceAll(each, "<sent>"), whole),
  };
}
