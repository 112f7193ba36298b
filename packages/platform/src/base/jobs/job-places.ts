import { MemberSet } from "../sharing/member-set.ts";
import type { ClaimedJob, KindClaim } from "./claim.ts";
import type { JobKinds, JobLimits } from "./job-types.ts";
import type { Running } from "./running-jobs.ts";

const defaultLimits: JobLimits = { perProcess: 100, perProject: 25, perLane: 5 };

/** A kind, and the number of jobs of this kind in this process. */
interface Place {
  readonly kind: string;
  readonly limits: JobLimits;
  /** Jobs whose handlers are running, and jobs that are held. */
  handling: number;
  held: number;
  afterProject: string;
}

/** The jobs of a process by kind, so that it claims no more than may run. */
export class JobPlaces {
  readonly running: MemberSet<Running> = new MemberSet();
  readonly #places: ReadonlyMap<string, Place>;
  readonly #onRoom: () => void;

  /** @param onRoom called when a job makes room for another one */
  constructor(kinds: JobKinds, onRoom: () => void) {
    this.#onRoom = onRoom;
    this.#places = new Map(
      Object.entries(kinds).map(([kind, { limits }]) => [
        kind,
        { kind, limits: { ...defaultLimits, ...limits }, handling: 0, held: 0, afterProject: "" },
      ]),
    );
  }

  /** The number of kinds. */
  get size(): number {
    return this.#places.size;
  }

  /** A claim for each kind that has room. */
  planClaims(): readonly KindClaim[] {
    const held = Map.groupBy(this.running, ({ job }) => job.kind);
    return [...this.#places.values()]
      .map((place) => toClaim(place, held.get(place.kind)))
      .filter(({ atMost }) => atMost > 0);
  }

  /** A claim of the jobs that were not aborted, for each kind of which some were: it gives those back. */
  planReturns(): readonly KindClaim[] {
    const { true: aborted = [], false: left = [] } = Object.groupBy(this.running, ({ abort }) =>
      abort.signal.aborted ? "true" : "false",
    );
    const held = Map.groupBy(left, ({ job }) => job.kind);
    return [...new Set(aborted.map(({ job }) => job.kind))].flatMap((kind) => {
      const place = this.#places.get(kind);
      return place === undefined ? [] : [toClaim(place, held.get(kind))];
    });
  }

  /** Runs a job in a place of its kind. `onHandled` says that only the job's row is left to remove. */
  run(job: ClaimedJob, work: (signal: AbortSignal, onHandled: () => void) => Promise<void>): void {
    const place = this.#places.get(job.kind);
    if (place === undefined) {
      return;
    }
    place.afterProject = job.projectId;
    place.handling += 1;
    place.held += 1;
    const abort = new AbortController();
    const onHandled = (): void => {
      if (!entry.isHandled) {
        entry.isHandled = true;
        place.handling -= 1;
        this.#onRoom();
      }
    };
    const entry: Running = {
      job,
      abort,
      isHandled: false,
      done: Promise.resolve()
        .then(() => work(abort.signal, onHandled))
        .finally(() => {
          leave();
          place.held -= 1;
          this.#onRoom();
        }),
    };
    const leave = this.running.add(entry);
  }
}

/**
 * Further jobs may run while the rows of finished jobs are being removed. A process holds at most `2 * perProcess`
 * jobs of a kind.
 */
function toClaim(place: Place, running: readonly Running[] = []): KindClaim {
  const { kind, limits, afterProject } = place;
  const { perProcess, perProject, perLane } = limits;
  const atMost = Math.min(perProcess - place.handling, 2 * perProcess - place.held);
  const held = running.map(({ job }) => job.id);
  return { kind, held, atMost, perProject, perLane, afterProject };
}
