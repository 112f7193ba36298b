import type { ConsoleSession } from "../../../../generated/types/index.js";

/** The place of the choice, in this tab and, for tabs that are opened later, in this browser. */
const place = "console-project";

/**
 * The project that this tab shows, which an organization key chooses. Without a choice it is the only project. It stays the same in this
 * tab, whatever is chosen in another one.
 */
export function readChosenProject({ projects }: ConsoleSession): string | undefined {
  const kept = readKept();
  const id = kept ?? (projects.length === 1 ? projects[0]?.id : undefined);
  if (id !== undefined) {
    keepProject(id, [() => window.sessionStorage]);
  }
  return id;
}

/** Keeps a choice. */
export function keepProject(id: string, storages = [() => window.sessionStorage, openLocal]): void {
  for (const open of storages) {
    try {
      open().setItem(place, id);
    } catch {
      // A browser may refuse to keep anything. The choice then lasts until the page is loaded again.
    }
  }
}

function readKept(): string | undefined {
  try {
    return window.sessionStorage.getItem(place) ?? openLocal().getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
}

function openLocal(): Storage {
  return window.localStorage;
}
