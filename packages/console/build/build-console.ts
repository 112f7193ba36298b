import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { skipUnchanged, type Work } from "../../../scripts/support/unchanged.ts";

/** The folder that the service serves at `/console`. */
export const consoleOutput: string = resolveInRoot("packages/console/dist");

/** What the build of the console reads and writes. */
export const consoleWork: Work = {
  name: "build-console",
  files: [
    ...["index.html", "package.json", "build", "src", "dist"].map(
      (name) => `packages/console/${name}`,
    ),
    "generated/client",
    "generated/query",
    "packages/runtime/src/v1",
    "package-lock.json",
  ],
};

/** Builds the console, unless its files are those of the last build. Names of files in `assets/` have a hash of their content. */
export function buildConsole(): Promise<string> {
  return skipUnchanged(consoleWork, runVite, "unchanged");
}

async function runVite(): Promise<string> {
  // Only this build needs them, and they take a while to load.
  const [{ build }, { default: tailwind }] = await Promise.all([
    import("vite"),
    import("@tailwindcss/vite"),
  ]);
  // Vite takes it from the environment, where a test says otherwise: React for development is half as large again.
  const { NODE_ENV: before } = process.env;
  process.env.NODE_ENV = "production";
  try {
    await build({
      configFile: false,
      root: resolveInRoot("packages/console"),
      base: "/console/",
      // Every module of React's world would be warned of: it says "use client", which means nothing here.
      logLevel: "error",
      plugins: [tailwind()],
      resolve: { conditions: ["source", "module", "browser", "production"] },
      build: {
        outDir: consoleOutput,
        emptyOutDir: true,
        target: "es2024",
        // A file as text in a style would need an exception in the policy of the page.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    });
  } finally {
    // Node would make the text "undefined" of it.
    if (before === undefined) {
      delete process.env.NODE_ENV;
    } else {
      process.env.NODE_ENV = before;
    }
  }
  return "built";
}
