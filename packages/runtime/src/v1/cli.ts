/** A command line for an API over its generated client. The package `commander` has to be installed. */

export { type ApiCommandOptions, runApiCommand } from "./cli/run-api-command.ts";
