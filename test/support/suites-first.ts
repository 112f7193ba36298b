import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Begins each project with the files that only call a suite, such as `operations-pglite.test.ts`. They take longest, and
 * Vitest takes small files last until it knows how long each one takes: two of three processes would wait for them.
 */
export class SuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((own) => [
      ...own.filter(callsSuite),
      ...own.filter((file) => !callsSuite(file)),
    ]);
  }
}

/** True for a file of less than 500 bytes. */
function callsSuite({ moduleId }: TestSpecification): boolean {
  return statSync(moduleId).size < 500;
}
