// Run as a process of its own: makes the requests that its argument describes, as options of autocannon in JSON, and
// prints the result. The command of autocannon cannot do this, because its arguments must not contain brackets. This
// file is JavaScript, because the package does not have types.
import { argv } from "node:process";
import autocannon from "autocannon";

console.log(JSON.stringify(await autocannon(JSON.parse(argv[2]))));
