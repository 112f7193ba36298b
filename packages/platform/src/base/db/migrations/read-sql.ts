import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sqlFolder as folder } from "../../package-files.ts";

/**
 * The statements of a file, such as `schema/jobs.sql`.
 *
 * @param path relative to `db/`
 */
export function readStatements(path: string): readonly string[] {
  return splitStatements(readFileSync(`${folder}/${path}`, "utf8"));
}

/**
 * The statements that create functions of the database, or replace them by their files in `functions/`. A migration that
 * changes such a file passes its name.
 *
 * @param names such as `claim_jobs`; all functions without it
 * @throws Error when a function has no file
 */
export function readFunctions(names?: readonly string[]): readonly string[] {
  const paths = globSync("functions/*/*.sql", { cwd: folder }).toSorted();
  const chosen = names?.map((name) => {
    const path = paths.find((candidate) => basename(candidate) === `${name}.sql`);
    if (path === undefined) {
      throw new Error(`The function ${name} has no file in ${folder}functions.`);
    }
    return path;
  });
  return [
    // ALTER FUNCTION … OWNER TO requires it of the new owner.
    "grant create on schema public to app_system",
    ...(chosen ?? paths).flatMap(readStatements),
    "revoke create on schema public from app_system",
  ];
}

/** A comment, the body of a function, a text in quotes, or another character of a statement. */
const statement = /(?:--[^\n]*|\$\$[\s\S]*?\$\$|'[^']*'|[^;])+/g;

/** PGlite takes one statement at a time. */
function splitStatements(text: string): readonly string[] {
  return [...text.matchAll(statement)].map(([found]) => found.trim()).filter((one) => one !== "");
}
