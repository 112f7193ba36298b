import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { selectFiles } from "../../../src/domain/files/file-rows.ts";
import { signFileUrl } from "../../../src/domain/files/signed-urls.ts";
import { runInProject } from "../../../src/domain/scope.ts";
import { goodKey } from "../application.ts";
import { catchRefusal, type World } from "../world.ts";

const slugs = { toolkit_slug: "vault", tool_slug: "VAULT_UPLOAD_DOCUMENT" };

const hashMd5 = (text: string): string => createHash("md5").update(text).digest("hex");

async function readSlug(response: Response): Promise<string> {
  const body = (await response.json()) as { readonly error: { readonly slug: string } };
  return `${response.status} ${body.error.slug}`;
}

/** Files: requests for uploads, uploads and downloads at signed URLs, and the list. */
export function testFiles(world: () => World): void {
  const request = (content: string, mimetype = "text/plain", filename = "note.txt") =>
    world().platform.files.requestFileUpload({
      body: { ...slugs, filename, mimetype, md5: hashMd5(content) },
    });
  const put = (url: string, body: string, type = "text/plain"): Promise<Response> =>
    fetch(url, { method: "PUT", body, headers: { "content-type": type } });
  const readSize = async (id: string): Promise<number | null | undefined> => {
    const { items } = await world().platform.files.listFiles({ limit: 1000 });
    return items.find((each) => each.id === id)?.size;
  };
  const signDownload = async (id: string): Promise<string> => {
    const { serving, platform } = world();
    const { project } = await platform.auth.getSessionInfo();
    return await runInProject(serving.platform, project?.id ?? "", async (scope) => {
      const row = await selectFiles(scope).where("id", "=", id).executeTakeFirstOrThrow();
      return (await signFileUrl(scope, row, "GET")).url;
    });
  };

  const connectVault = async (user_id: string): Promise<string> => {
    const { platform } = world();
    const config = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "vault" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const account = await platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config.auth_config.id },
        connection: {
          user_id,
          state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: goodKey } },
        },
      },
    });
    return account.id;
  };

  test("a file is requested, uploaded, listed, and downloaded as an attachment", async () => {
    const { platform } = world();
    const upload = await request("first", "Text/Plain;charset=utf-8", 'häfen "1".txt');
    expect(upload).toMatchObject({
      type: "new",
      metadata: { storage_backend: expect.stringMatching(/^(?:s3|azure_blob_storage)$/) },
    });
    expect(upload.key).toMatch(/^proj_[\w-]{12}\/req_file_[\w-]{12}\/häfen "1".txt$/);
    expect(upload.newPresignedUrl).toBe(upload.new_presigned_url);
    expect(await readSize(upload.id)).toBeNull();
    const before = await fetch(await signDownload(upload.id));
    expect(await readSlug(before)).toBe("404 File_NotFound");

    const sent = await put(upload.new_presigned_url, "first", "text/plain; charset=utf-8");
    expect([sent.status, sent.headers.get("etag")]).toEqual([200, `"${hashMd5("first")}"`]);
    const { items } = await platform.files.listFiles({ tool_slug: slugs.tool_slug, limit: 1 });
    expect(items[0]).toMatchObject({
      ...slugs,
      id: upload.id,
      key: upload.key,
      filename: 'häfen "1".txt',
      mimetype: "text/plain; charset=utf-8",
      md5: hashMd5("first"),
      size: 5,
    });
    expect((await platform.files.listFiles({ toolkit_slug: "acme" })).total_items).toBe(0);

    const response = await fetch(await signDownload(upload.id));
    expect(await response.text()).toBe("first");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": "5",
      "content-disposition":
        "attachment; filename=\"h_fen _1_.txt\"; filename*=UTF-8''h%C3%A4fen%20%221%22.txt",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  test("a file is found by its id with a link to its bytes, and is gone once it was deleted", async () => {
    const { files } = world().platform;
    const { id, new_presigned_url: url } = await request("found by its id");
    expect((await files.getFile({ id })).download_url).toBeNull();
    await put(url, "found by its id");
    const { download_url: link, ...found } = await files.getFile({ id });
    expect(found).toMatchObject({ id, size: 15, filename: "note.txt", expires_at: null });
    expect(await (await fetch(link ?? "")).text()).toBe("found by its id");
    expect(await files.deleteFile({ id })).toEqual({ id });
    expect(await readSize(id)).toBeUndefined();
    expect((await fetch(link ?? "")).status).toBeGreaterThanOrEqual(400);
    expect(await catchRefusal(files.getFile({ id }))).toBe("404 File_NotFound");
    expect(await catchRefusal(files.deleteFile({ id }))).toBe("404 File_NotFound");
  });

  test("the same bytes are one file of the project, and another one in another project", async () => {
    const first = await request("same");
    const again = await request("same", "TEXT/plain", "other.txt");
    expect([again.id, again.key]).toEqual([first.id, first.key]);
    const together = await Promise.all(Array.from({ length: 10 }, () => request("together")));
    expect(new Set(together.map(({ id }) => id)).size).toBe(1);
    expect((await request("same", "text/csv")).id).not.toBe(first.id);
    const body = { ...slugs, filename: "a", mimetype: "text/plain", md5: hashMd5("same") };
    const others = await world().other.files.requestFileUpload({ body });
    expect(others.id).not.toBe(first.id);
    expect((await world().other.files.listFiles()).total_items).toBe(1);
    // Uploading it again changes nothing.
    for (const { new_presigned_url: url } of [first, again]) {
      expect((await put(url, "same")).status).toBe(200);
    }
    expect(await readSize(first.id)).toBe(4);
  });

  test("undeclared bytes or types are refused, and nothing is stored", async () => {
    const { id, new_presigned_url: url } = await request("declared");
    expect(await readSlug(await put(url, "something else"))).toBe("422 File_ContentDiffers");
    expect(await readSlug(await put(url, "declared", "text/html"))).toBe("422 File_ContentDiffers");
    expect(await readSize(id)).toBeNull();
    expect((await put(url, "declared")).status).toBe(200);
    // Refused bytes do not replace a checked file.
    expect((await put(url, "something else")).status).toBe(422);
    expect(await (await fetch(await signDownload(id))).text()).toBe("declared");
    const large = await fetch(url, {
      method: "PUT",
      body: new Uint8Array(100 * 1024 * 1024 + 1),
      headers: { "content-type": "text/plain" },
    });
    expect(await readSlug(large)).toBe("413 Request_BodyTooLarge");
  });

  test("an altered or expired URL is 403, and so is one for something else", async () => {
    const { id, key, new_presigned_url: url } = await request("guarded");
    const other = await request("guarded too");
    await put(url, "guarded");
    const download = await signDownload(id);
    const alterUrl = (from: string, change: (parsed: URL) => void): string => {
      const parsed = new URL(from);
      change(parsed);
      return parsed.href;
    };
    const wrong: readonly (readonly [string, string])[] = [
      ["GET", url],
      ["PUT", download],
      ["GET", alterUrl(download, (each) => each.searchParams.set("expires", "9999999999"))],
      ["GET", alterUrl(download, (each) => each.searchParams.set("expires", "x"))],
      ["GET", alterUrl(download, (each) => each.searchParams.delete("signature"))],
      ["GET", download.replace("note.txt", "note.html")],
      ["GET", download.replace(id, other.id)],
      ["GET", download.replace(key.split("/")[0] ?? "", "proj_000000000000")],
      ["GET", download.replace(key.split("/")[0] ?? "", "proj_%00")],
    ];
    for (const [method, address] of wrong) {
      const body = method === "PUT" ? { body: "guarded" } : {};
      const headers = { "content-type": "text/plain" };
      expect(await readSlug(await fetch(address, { method, headers, ...body }))).toBe(
        "403 File_UrlInvalid",
      );
    }
    expect((await fetch(download)).status).toBe(200);
    const { platform, serving } = world();
    // The API allows no time below a minute.
    const { project } = await platform.auth.getSessionInfo();
    await runInProject(serving.platform, project?.id ?? "", (scope) =>
      scope.trx
        .updateTable("projects")
        .set({
          config: sql`config || ${JSON.stringify({ signed_url_file_expiry_in_seconds: 2 })}::jsonb`,
        })
        .where("id", "=", scope.projectId)
        .execute(),
    );
    const soonOver = await signDownload(id);
    await expect
      .poll(async () => {
        const response = await fetch(soonOver);
        return response.ok ? await response.text() : await readSlug(response);
      })
      .toBe("403 File_UrlInvalid");
    await platform.projects.updateProjectConfig({
      body: { signed_url_file_expiry_in_seconds: 60 },
    });
    const [before, short, after] = [Date.now(), await signDownload(id), Date.now()];
    const expires = Number(new URL(short).searchParams.get("expires"));
    expect(expires).toBeGreaterThanOrEqual(Math.floor(before / 1000) + 60);
    expect(expires).toBeLessThanOrEqual(after / 1000 + 60);
    await platform.projects.updateProjectConfig({
      body: { signed_url_file_expiry_in_seconds: 3600 },
    });
    // A file that was erased has no URL any more.
    await runInProject(serving.platform, project?.id ?? "", (scope) =>
      scope.trx
        .updateTable("files")
        .set({ user_ids: ["leaves"] })
        .where("id", "=", id)
        .execute(),
    );
    await platform.users.deleteUser({ user_id: "leaves" });
    expect(await readSlug(await fetch(download))).toBe("403 File_UrlInvalid");
  });

  test("an upload is requested for a tool that takes files", async () => {
    const { platform } = world();
    const ask = (change: Partial<typeof slugs>): Promise<string> =>
      catchRefusal(
        platform.files.requestFileUpload({
          body: { ...slugs, filename: "a", mimetype: "text/plain", md5: hashMd5("x"), ...change },
        }),
      );
    expect(await ask({ toolkit_slug: "nokit" })).toBe("404 Toolkit_NotFound");
    expect(await ask({ tool_slug: "NO_TOOL" })).toBe("404 Tool_NotFound");
    expect(await ask({ toolkit_slug: "acme" })).toBe("404 Tool_NotFound");
    expect(await ask({ tool_slug: "VAULT_UPLOAD_OLD_DOCUMENT" })).toBe("410 Tool_Deprecated");
    expect(await ask({ tool_slug: "VAULT_GET_LATEST" })).toBe("501 File_NotTaken");
  });

  test("a tool takes an uploaded file, and the application gets its bytes as a part of a multipart body", async () => {
    const { platform, application } = world();
    const account = await connectVault("file-user");
    const execute = (file: unknown, tool_slug = slugs.tool_slug) =>
      platform.tools.executeTool({
        tool_slug,
        body: {
          connected_account_id: account,
          arguments: tool_slug === slugs.tool_slug ? { folder: "inbox", file } : { body: file },
        },
      });
    const { input_parameters } = await platform.tools.getTool({ tool_slug: slugs.tool_slug });
    expect(input_parameters).toMatchObject({
      properties: { file: { type: "object", required: ["name", "mimetype", "key"] } },
      required: ["file"],
    });
    const { id, key, new_presigned_url: url } = await request("to the application");
    const file = { name: "invoice.txt", mimetype: "text/plain", key };
    expect(await catchRefusal(execute(file))).toBe("404 File_NotFound");
    await put(url, "to the application");
    expect(await execute(file)).toMatchObject({ successful: true });
    const sent = application.seen.at(-1);
    expect(sent?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent?.body).toContain('name="folder"\r\n\r\ninbox\r\n');
    expect(sent?.body).toMatch(
      /name="file"; filename="invoice.txt"\r\ncontent-type: text\/plain\r\n\r\nto the application\r\n/i,
    );
    // The same bytes as the whole body, and short ones in base64.
    expect(await execute(file, "VAULT_PUT_PICTURE")).toMatchObject({ successful: true });
    expect(application.seen.at(-1)).toMatchObject({
      headers: { "content-type": "application/octet-stream", "content-length": "18" },
      body: "to the application",
    });
    await execute(Buffer.from("short").toString("base64"), "VAULT_PUT_PICTURE");
    expect(application.seen.at(-1)?.body).toBe("short");

    const other = await world().other.files.requestFileUpload({
      body: { ...slugs, filename: "note.txt", mimetype: "text/plain", md5: hashMd5("theirs") },
    });
    await put(other.new_presigned_url, "theirs");
    for (const wrong of [other.key, key.replace("note.txt", "x"), "nothing", `${key}/..`]) {
      expect(await catchRefusal(execute({ ...file, key: wrong }))).toBe("404 File_NotFound");
    }
    for (const wrong of ["text", { ...file, more: 1 }, { key }, [file], null]) {
      expect(await catchRefusal(execute(wrong))).toBe("400 ToolExecution_ArgumentsInvalid");
    }
    // The file is the user's now, and goes with the user.
    const { erased } = await platform.users.deleteUser({ user_id: "file-user" });
    expect(erased.files).toBe(1);
    expect(await readSize(id)).toBeUndefined();
  });

  test("bytes that a tool returns are a file of the project and of its user", async () => {
    const { platform } = world();
    const user_id = "reader";
    const account = await connectVault(user_id);
    const executed = await platform.tools.executeTool({
      tool_slug: "VAULT_GET_LATEST",
      body: { connected_account_id: account, arguments: {} },
    });
    expect(executed).toMatchObject({
      successful: true,
      data: {
        file: {
          id: expect.stringMatching(/^req_file_/),
          name: "latest.pdf",
          mimetype: "application/pdf",
          url: expect.stringContaining("/latest.pdf?expires="),
          expires_at: expect.stringMatching(/Z$/),
        },
      },
    });
    expect(Object.keys(executed)).not.toContain("file");
    const { file } = executed.data as {
      readonly file: { readonly id: string; readonly url: string };
    };
    const response = await fetch(file.url);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    expect(await response.text()).toBe("%PDF-1.7 latest");
    const { items } = await platform.files.listFiles({ tool_slug: "VAULT_GET_LATEST" });
    expect(items).toMatchObject([{ id: file.id, size: 15, md5: hashMd5("%PDF-1.7 latest") }]);
    // It can be given to another tool, by the key that the list shows.
    const given = await platform.tools.executeTool({
      tool_slug: "VAULT_UPLOAD_DOCUMENT",
      body: {
        connected_account_id: account,
        arguments: {
          file: { name: "copy.pdf", mimetype: "application/pdf", key: items[0]?.key ?? "" },
        },
      },
    });
    expect(given.successful).toBe(true);
    expect((await platform.users.deleteUser({ user_id })).erased.files).toBe(1);
    expect((await fetch(file.url)).status).toBe(403);
  });

  test("bytes that a proxied request returns are a file of the account's user", async () => {
    const { platform } = world();
    const user_id = "proxied-reader";
    const connected_account_id = await connectVault(user_id);
    const send = (endpoint: string, method: "GET" | "HEAD" = "GET") =>
      platform.tools.proxyRequest({ body: { endpoint, method, connected_account_id } });
    const answer = await send("/documents/latest");
    expect(answer).toMatchObject({
      data: null,
      status: 200,
      headers: { "content-type": "application/pdf" },
      binary_data: {
        url: expect.stringContaining("/latest.pdf?expires="),
        content_type: "application/pdf",
        size: 15,
        expires_at: expect.stringMatching(/Z$/),
      },
    });
    const url = answer.binary_data?.url ?? "";
    expect(await (await fetch(url)).text()).toBe("%PDF-1.7 latest");
    expect(await platform.files.listFiles({ tool_slug: "PLATFORM_PROXY_REQUEST" })).toMatchObject({
      items: [{ filename: "latest.pdf", size: 15, toolkit_slug: "vault" }],
    });
    // Only bytes of a success are stored.
    for (const other of [await send("/documents/latest", "HEAD"), await send("/documents/lost")]) {
      expect(other.binary_data).toBeUndefined();
    }
    expect((await send("/documents/lost")).data).toBe(Buffer.from("%PDF-0").toString("base64"));
    expect((await platform.users.deleteUser({ user_id })).erased.files).toBe(1);
    expect((await fetch(url)).status).toBe(403);
  });
}
