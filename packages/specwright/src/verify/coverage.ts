import type { Operation } from "../document/model/model.ts";
import { findStatus } from "./answers/judge-answer.ts";
import type { Case, Expectation } from "./case.ts";

/** The requests of a run, and what they reached. */
export interface Coverage {
  /** Requests by method, such as `{ GET: 20, DELETE: 3 }`. */
  readonly methods: Readonly<Record<string, number>>;
  /** Requests by the answer that they expect. */
  readonly expectations: Readonly<Partial<Record<Expectation, number>>>;
  /** The answers that the document describes, and those of them that a request got: `{ documented: 9, answered: 7 }`. */
  readonly statuses: { readonly documented: number; readonly answered: number };
}

/** Counts requests while they are sent. */
export interface Counter {
  readonly add: (sent: Case, method: string) => void;
  readonly addAnswer: (sent: Case, status: number) => void;
  /** All requests. */
  readonly count: () => number;
  /** Returns whether a request was sent to an operation. */
  readonly isCalled: (operation: Operation) => boolean;
  readonly summarize: (operations: readonly Operation[]) => Coverage;
}

/** Starts at nothing. */
export function createCounter(): Counter {
  const methods = new Map<string, number>();
  const expectations = new Map<Expectation, number>();
  const called = new Set<Operation>();
  const answered = new Map<Operation, Set<string>>();
  const sum = (): number => [...methods.values()].reduce((total, each) => total + each, 0);
  return {
    add: ({ operation, expected }, method) => {
      methods.set(method, (methods.get(method) ?? 0) + 1);
      expectations.set(expected, (expectations.get(expected) ?? 0) + 1);
      called.add(operation);
    },
    addAnswer: ({ operation, expected }, status) => {
      const documented = expected === "no-route" ? undefined : findStatus(operation, status);
      if (documented !== undefined) {
        answered.set(operation, (answered.get(operation) ?? new Set()).add(documented.key));
      }
    },
    count: sum,
    isCalled: (operation) => called.has(operation),
    summarize: (operations) => ({
      methods: Object.fromEntries(methods),
      expectations: Object.fromEntries(expectations),
      statuses: {
        documented: operations.reduce((total, { responses }) => total + responses.size, 0),
        answered: [...answered.values()].reduce((total, keys) => total + keys.size, 0),
      },
    }),
  };
}
