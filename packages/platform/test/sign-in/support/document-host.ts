import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A response of the host. */
export interface Hosted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A host of documents over TLS, on 127.0.0.1. */
export interface DocumentHost {
  readonly url: string;
  /** In PEM. It signs itself. */
  readonly certificate: string;
  /** What it answers, by path. */
  readonly documents: Map<string, Hosted>;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts it with a certificate of its own. */
export async function startDocumentHost(openssl: string): Promise<DocumentHost> {
  const { certificate, key } = makeCertificate(openssl);
  const documents = new Map<string, Hosted>();
  const asked: string[] = [];
  const server = createServer({ cert: certificate, key }, ({ url = "" }, response) => {
    asked.push(url);
    const { status = 200, headers, body } = documents.get(url) ?? { status: 404, body: "" };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    certificate,
    documents,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function makeCertificate(openssl: string): { readonly certificate: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  try {
    const [out, keyout] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
    const words = [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-keyout", keyout, "-out", out, "-subj", "/CN=127.0.0.1"],
      ...["-addext", "subjectAltName=IP:127.0.0.1"],
    ];
    execFileSync(openssl, words, { stdio: "ignore" });
    return { certificate: readFileSync(out, "utf8"), key: readFileSync(keyout, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
