import type { Attack } from "../attack.ts";
import { answers } from "./answers.ts";
import { connections } from "./connections.ts";
import { foreignIds } from "./foreign-ids.ts";
import { imports } from "./imports.ts";
import { importsOfProjects } from "./imports-of-projects.ts";
import { keys } from "./keys.ts";
import { messages } from "./messages.ts";
import { processor } from "./processor.ts";
import { redirects } from "./redirects.ts";
import { requests } from "./requests.ts";
import { sessions } from "./sessions.ts";

/**
 * All attacks, in the order of the table. Those that use up the requests of an address without a key come last.
 */
export const attacks: readonly Attack[] = [
  messages,
  sessions,
  foreignIds,
  redirects,
  answers,
  imports,
  importsOfProjects,
  processor,
  ...connections,
  requests,
  keys,
];
