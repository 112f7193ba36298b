/**
 * Imports the module at a URL. It is a file of its own because Node does not allow `import()` in the command's compiled
 * program without a warning: the build keeps this file apart (`scripts/support/bundle-modules.ts`).
 *
 * @returns the exports of the module
 */
export function importModule(url: string): Promise<unknown> {
  return import(/* @vite-ignore */ url);
}
