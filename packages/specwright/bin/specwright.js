#!/usr/bin/env node
import * as module from "node:module";

// Node keeps compiled code between runs from 22.8 on; a third of a short run is compiling.
module.enableCompileCache?.();

const { runCli } = await import("#cli");
process.exitCode = await runCli(process.argv.slice(2));
