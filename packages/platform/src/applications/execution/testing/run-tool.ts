import { afterAll, beforeAll, expect } from "vitest";
import { createEgress, type Egress } from "../../../base/egress/create-egress.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { AuthMode } from "../../toolkits/types/auth-types.ts";
import type { ExecutionAccount, ExecutionContext, ToolOutcome } from "../execution-types.ts";
import { runExecution, type ToolExecution } from "../run-execution.ts";
import { type Application, type SeenRequest, startApplication } from "./application.ts";

/** The options of an execution without its arguments. */
export type RunOptions = Partial<ToolExecution> & { readonly context?: Partial<ExecutionContext> };

/** Executes tools of the application while it runs. */
export interface ToolRunner {
  readonly application: Application;
  readonly egress: Egress;
  /** Runs a tool through an account with an API key, unless the options choose another. */
  run(
    name: string,
    values?: Readonly<Record<string, unknown>>,
    options?: RunOptions,
  ): Promise<ToolOutcome>;
  account(mode?: AuthMode, values?: object): ExecutionAccount;
  /** The request that the application received last. */
  last(): SeenRequest;
}

/** The secret of the account with which tools are run. */
export const secret = "s3cr3t-value";

/** Starts the application before the tests of a file, and stops it after them. */
export function useToolRunner(): ToolRunner {
  let application: Application;
  let egress: Egress;
  beforeAll(async () => {
    application = await startApplication();
    egress = createEgress({ allow: ["127.0.0.1"] });
  });
  afterAll(async () => {
    await egress.close();
    await application.close();
  });
  const account: ToolRunner["account"] = (
    mode = "API_KEY",
    values = { generic_api_key: secret },
  ) => {
    const scheme = application.toolkit.authSchemes.find((candidate) => candidate.mode === mode);
    if (scheme === undefined) {
      throw new Error(`no scheme ${mode}`);
    }
    // The variable of the application's address.
    return { scheme, values: { tenant: "main", ...values } };
  };
  return {
    get application() {
      return application;
    },
    get egress() {
      return egress;
    },
    account,
    async run(name, values = {}, { context, ...execution } = {}) {
      const tool = application.tools.get(`APP_${name}`);
      if (tool === undefined) {
        throw new Error(`no tool ${name}`);
      }
      return runExecution(
        { tool, arguments: values, account: account(), ...execution },
        { egress, ...context },
      );
    },
    last() {
      const request = application.requests.at(-1);
      if (request === undefined) {
        throw new Error("no request");
      }
      return request;
    },
  };
}

/** Returns the PlatformError with which a call fails. */
export async function catchFailure(call: Promise<unknown>): Promise<PlatformError> {
  const error = await call.then(
    () => new Error("did not fail"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlatformError)) {
    throw error;
  }
  return error;
}

/** Returns the problem lines of a call that fails because of its arguments. */
export async function catchArgumentErrors(call: Promise<unknown>): Promise<readonly string[]> {
  const error = await catchFailure(call);
  expect(error.slug).toBe("ToolExecution_ArgumentsInvalid");
  return error.errors ?? [];
}
