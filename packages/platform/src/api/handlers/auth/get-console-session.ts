import type { HandlerOf } from "../handler.ts";
import { describeConsoleSession } from "./describe-console-session.ts";

/** `GET /console/session` */
export const getConsoleSession: HandlerOf<"getConsoleSession"> = async ({ context, principal }) => {
  const { caller, ...session } = principal.ConsoleSession;
  return {
    status: 200,
    body: await describeConsoleSession(context.services.platform, caller, session),
  };
};
