/**
 * The statement that replaces a part of a function, which keeps the rest of its text, its owner and its grants. It fails if the
 * function does not have the part.
 *
 * @param name of a function that is not overloaded
 */
export function replaceInFunction(name: string, before: string, after: string): string {
  return `do $migration$
    declare definition text := pg_get_functiondef('${name}'::regproc);
      part text := ${quote(before)};
    begin
      if position(part in definition) = 0 then
        raise exception '${name} has no %', part;
      end if;
      execute replace(definition, part, ${quote(after)});
    end $migration$`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
