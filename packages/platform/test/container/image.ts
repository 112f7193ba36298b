import { execFile } from "node:child_process";
import { chown, cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The root folder of the repository, where the Dockerfile is. */
const root: string = join(import.meta.dirname, "../../../..");

/** An image that was built, as a read-only file system that is mounted. */
export interface BuiltImage {
  /** Where it is mounted. `data` and `tmp` in it can be written, as volumes of a container. */
  readonly mounted: string;
  /** Bytes of all files of the image. */
  readonly bytes: number;
  /** The configuration of the image, as `docker inspect` shows it. */
  readonly config: ImageConfig;
  /** What `buildah` printed while it built. */
  readonly log: string;
  /** Unmounts and deletes everything. */
  remove(): Promise<void>;
}

/** Part of the configuration of an image (Docker image specification v1.2). */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Labels: Readonly<Record<string, string>>;
  readonly WorkingDir: string;
}

/**
 * Builds the Dockerfile as root, without a registry of images: the base is made of Debian's packages, and of the Node and npm
 * that run this.
 */
export async function buildImage(): Promise<BuiltImage> {
  const folder = await mkdtemp(join(tmpdir(), "platform-image-"));
  const stores = [
    "--storage-driver",
    "vfs",
    "--root",
    `${folder}/store`,
    "--runroot",
    `${folder}/run`,
  ];
  const buildah = async (...words: string[]): Promise<string> => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await run("buildah", [...stores, ...words], options);
    return words[0] === "bud" ? `${stdout}${stderr}` : stdout.trim();
  };
  await makeBase(`${folder}/base`);
  const base = await buildah("from", "scratch");
  await buildah("add", "--quiet", base, `${folder}/base`, "/");
  await rm(`${folder}/base`, { recursive: true });
  // Where a proxy reads what npm downloads, npm has to trust the proxy.
  const trusted =
    process.env.NODE_EXTRA_CA_CERTS === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${certificates}`];
  await buildah("config", ...trusted.flatMap((each) => ["--env", each]), base);
  await buildah("commit", "--quiet", "--rm", base, "localhost/node-base");
  const log = await buildah(
    ...["bud", "--format", "docker", "--isolation", "chroot", "--layers=false"],
    ...["--build-arg", "NODE_IMAGE=localhost/node-base", "--tag", "localhost/platform", "."],
  );
  const inspected = JSON.parse(await buildah("inspect", "localhost/platform"));
  const container = await buildah("from", "localhost/platform");
  const files = await buildah("mount", container);
  const { stdout: size } = await run("du", ["--summarize", "--bytes", files]);
  const mounted = `${folder}/mounted`;
  await mkdir(mounted);
  await run("mount", ["--bind", files, mounted]);
  await run("mount", ["--options", "remount,bind,ro", mounted]);
  const mounts = [mounted];
  const remove = async (): Promise<void> => {
    for (const place of mounts.toReversed()) {
      await run("umount", ["--recursive", place]);
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (const name of ["data", "tmp"]) {
    const volume = `${folder}/${name}`;
    await mkdir(volume, { mode: 0o700 });
    await chown(volume, user, user);
    await run("mount", ["--bind", volume, `${mounted}/${name}`]);
    mounts.push(`${mounted}/${name}`);
  }
  await run("mount", ["--rbind", "/dev", `${mounted}/dev`]);
  await run("mount", ["--make-rslave", `${mounted}/dev`]);
  mounts.push(`${mounted}/dev`);
  // The configuration of an image in Docker's format.
  return {
    mounted,
    bytes: Number.parseInt(size, 10),
    config: inspected.Docker.config,
    log,
    remove,
  };
}

/** The user of the image. */
export const user = 65_532;

const certificates = "/etc/ssl/certs/ca-certificates.crt";

async function makeBase(base: string): Promise<void> {
  const words = ["--quiet", "--variant=essential", "--include=libstdc++6", "bookworm", base];
  await run("mmdebstrap", words);
  await cp(process.execPath, `${base}/usr/local/bin/node`, { dereference: true });
  const { stdout } = await run("npm", ["root", "--global"]);
  await cp(join(stdout.trim(), "npm"), `${base}/usr/local/lib/node_modules/npm`, {
    recursive: true,
  });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", `${base}/usr/local/bin/npm`);
  const { NODE_EXTRA_CA_CERTS: trusted } = process.env;
  if (trusted !== undefined) {
    await mkdir(`${base}/etc/ssl/certs`, { recursive: true });
    await cp(trusted, `${base}${certificates}`, { dereference: true });
  }
}
