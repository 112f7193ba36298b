import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { resolveInRoot } from "../../../../../scripts/support/paths.ts";
import { findFreePort } from "../../../../../test/support/free-port.ts";

/** An nginx that runs. */
export interface Nginx {
  readonly url: string;
  /** The address that sends browsers to the other one. */
  readonly plainUrl: string;
  /** The certificate of the address. */
  readonly certificate: string;
  /** What nginx says of its configuration. */
  readonly verdict: string;
  readonly point: (replicas: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Prepares nginx with the configuration of `deploy/nginx`, of which only the names of ports and files differ. It starts when
 * `point` names the replicas.
 */
export async function prepareNginx(program: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const [certificate, key] = [join(folder, "localhost.pem"), join(folder, "localhost.key")];
  execFileSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", key, "-out", certificate, "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost"],
  ]);
  const file = join(folder, "nginx.conf");
  let stop = async (): Promise<void> => {};
  let verdict = "";
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    certificate: readFileSync(certificate, "utf8"),
    get verdict() {
      return verdict;
    },
    point: async (replicas) => {
      const servers = replicas.map((url) => new URL(url).host);
      const text = readFileSync(resolveInRoot("deploy/nginx/nginx.conf"), "utf8")
        .replace(/127\.0\.0\.1:300([01])/g, (_, index: string) => servers[Number(index)] ?? "")
        .replace(/^.*listen \[::\].*$/gm, "")
        .replace("listen 443 ", `listen ${port} `)
        .replace("listen 80;", `listen ${plainPort};`)
        .replace("/etc/ssl/example.com.pem", certificate)
        .replace("/etc/ssl/example.com.key", key)
        .replace("/run/nginx.pid", join(folder, "nginx.pid"))
        // The folders of nginx's own temporary files belong to root.
        .replace("http {", `http {\n  ${temporaryFolders(folder)}`);
      writeFileSync(file, text);
      const words = ["-p", folder, "-c", file, "-e", "stderr"];
      verdict = execFileSync("sh", ["-c", '"$0" "$@" 2>&1', program, "-t", ...words], {
        encoding: "utf8",
      });
      const child = spawn(program, [...words, "-g", "daemon off;"], { stdio: "ignore" });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      stop = async () => {
        child.kill("SIGQUIT");
        setTimeout(() => child.kill("SIGTERM"), 2000).unref();
        await ended;
      };
      await vi.waitFor(
        async () => {
          const { status } = await fetch(`http://localhost:${plainPort}`, { redirect: "manual" });
          expect(status).toBe(308);
        },
        { timeout: 10_000, interval: 25 },
      );
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function temporaryFolders(folder: string): string {
  return ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(" ");
}
