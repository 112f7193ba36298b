-- An envelope is bound to its number (ADR 52). New secrets with the number of those before were sealed for a row as it was before a
-- change, which they would undo. They are refused.
create or replace function refuse_unversioned_secrets()
  returns trigger
  language plpgsql
as $$
begin
  if new.secrets is not null and new.secrets is distinct from old.secrets
    and new.secrets_version = old.secrets_version then
    raise exception 'secrets were written without their next version';
  end if;
  return new;
end
$$;

revoke execute on function refuse_unversioned_secrets from public;

create or replace trigger secrets_move_on before update of secrets on auth_configs
  for each row execute function refuse_unversioned_secrets();
create or replace trigger secrets_move_on before update of secrets on connected_accounts
  for each row execute function refuse_unversioned_secrets();
