/** A fixed number of slots for each project, in this process. */
export interface Slots {
  /** Takes a slot. Call the returned function to give it back; undefined when all slots of the project are taken. */
  take(projectId: string): (() => void) | undefined;
  /** The number of slots that the project has taken. */
  count(projectId: string): number;
}

/** @param limit places for each project */
export function createSlots(limit: number): Slots {
  const taken = new Map<string, number>();
  return {
    count: (projectId) => taken.get(projectId) ?? 0,
    take(projectId) {
      const count = taken.get(projectId) ?? 0;
      if (count >= limit) {
        return undefined;
      }
      taken.set(projectId, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) {
          return;
        }
        isTaken = false;
        const left = (taken.get(projectId) ?? 1) - 1;
        if (left > 0) {
          taken.set(projectId, left);
        } else {
          taken.delete(projectId);
        }
      };
    },
  };
}
