#!/usr/bin/env node

/** Without its built files, which a clone of the repository does not have at first, Node would print a stack. */
function failUnbuilt(error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND" || !String(error.message).includes("dist")) {
    throw error;
  }
  process.stderr.write(
    "error: specwright is not built. Run `npm run build` in its repository, then this command again.\n",
  );
  process.exit(1);
}

const { keepCompiledCode } = await import("specwright/keep-compiled-code").catch(failUnbuilt);
// A third of a short run is compiling.
keepCompiledCode("specwright");
const { runCli } = await import("#cli");
const code = await runCli(process.argv.slice(2));
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writableLength > 0) {
    await new Promise((resolve) => stream.write("", resolve));
  }
}
// Otherwise Node would first collect the garbage of the run and free its memory: 5 % of the time for a large document.
process.exit(code);
