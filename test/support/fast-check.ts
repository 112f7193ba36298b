import * as fc from "fast-check";
import { seed } from "./samples.ts";

// Without this, every run would try other values, and a change could fail by a defect that was there before it.
fc.configureGlobal({ seed });

export { fc };
