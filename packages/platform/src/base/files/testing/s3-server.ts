import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { parseFileLocation, type S3Location } from "../file-location.ts";
import { hasRightSignature } from "./check-signature.ts";

/** A server that speaks S3's protocol and checks signatures. */
export interface S3Server {
  /** The place of files in a bucket of the server, as `PLATFORM_FILES` has it. */
  readonly location: string;
  /** Credentials as the AWS SDK reads them. */
  readonly environment: Readonly<Record<"AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY", string>>;
  /** Undefined for a server that cannot list unfinished uploads. */
  readonly listsUploads: boolean;
  readonly close: () => Promise<void>;
}

/**
 * Starts s3rver behind a check of signatures, which it does not make itself. `TEST_S3=http://<access key>:<secret key>@127.0.0.1:7070/<bucket>` names another server instead, such
 * as versitygw.
 *
 * @param secretAccessKey the key that requests are signed with
 */
export async function startS3Server(secretAccessKey = "S3RVER"): Promise<S3Server> {
  // The only access key that s3rver knows.
  const credentials = { accessKeyId: "S3RVER", secretAccessKey };
  const given = process.env.TEST_S3;
  if (given !== undefined) {
    const url = new URL(given);
    return {
      location: `s3://${url.pathname.slice(1)}/test-${process.pid}?endpoint=${url.origin}`,
      environment: { AWS_ACCESS_KEY_ID: url.username, AWS_SECRET_ACCESS_KEY: url.password },
      listsUploads: true,
      close: () => Promise.resolve(),
    };
  }
  const directory = mkdtempSync(join(tmpdir(), "platform-s3-"));
  const bucket = new S3rver({
    silent: true,
    directory,
    configureBuckets: [{ name: "files", configs: [] }],
  });
  await bucket.configureBuckets();
  const answer = bucket.callback();
  const server = createServer(async (incoming, outgoing) => {
    if (await hasRightSignature(incoming, credentials)) {
      answer(incoming, outgoing);
      return;
    }
    incoming.resume();
    outgoing.writeHead(403, { "content-type": "application/xml" });
    outgoing.end("<Error><Code>SignatureDoesNotMatch</Code><Message>Refused.</Message></Error>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    location: `s3://files/test?endpoint=http://127.0.0.1:${port}`,
    environment: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    listsUploads: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Parses the place of files in a bucket; @throws Error for any other place */
export function parseS3Location(text: string): S3Location {
  const location = parseFileLocation(text);
  if ("problem" in location || location.kind !== "s3") {
    throw new Error(`${text} is not in a bucket.`);
  }
  return location;
}
