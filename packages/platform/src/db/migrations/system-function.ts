/**
 * The statements for a function that runs as `app_system`, before a project is known. The search path is fixed, as
 * PostgreSQL's documentation asks of SECURITY DEFINER functions ("Writing SECURITY DEFINER Functions Safely").
 *
 * @param signature name and named parameters, as in `find_link(token_hash text)`
 * @param properties the text between the signature and the body, as in `returns text language sql stable`
 */
export function createSystemFunction(
  signature: string,
  properties: string,
  body: string,
): readonly string[] {
  const name = signature.slice(0, signature.indexOf("("));
  return [
    `create function ${signature} ${properties}
      security definer set search_path = pg_catalog, public, pg_temp as $$ ${body} $$`,
    // None of our functions is overloaded, so the name identifies it. Functions are open to everyone by default.
    `revoke execute on function ${name} from public`,
    `grant execute on function ${name} to app`,
    `alter function ${name} owner to app_system`,
  ];
}
