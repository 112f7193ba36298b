import type { Migration } from "../migration-types.ts";

/** The rest of a stored answer after its first 256 Ki characters. The row of its key has the number of pieces. */
export const piecesOfAnswers: Migration = {
  name: "0013-pieces-of-answers",
  endsEarlierVersions: true,
  statements: [
    `create table idempotency_pieces (
      owner_id text collate "C" not null,
      id text collate "C" not null,
      runner uuid not null,
      piece integer not null,
      sealed text not null,
      primary key (owner_id, id, runner, piece),
      foreign key (owner_id, id) references idempotency_keys (owner_id, id) on delete cascade
    )`,
    `alter table idempotency_pieces enable row level security, force row level security`,
    `create policy scope on idempotency_pieces to app using (
      owner_id in (current_setting('app.project', true), current_setting('app.organization', true))
    )`,
    `grant select, insert, update, delete on idempotency_pieces to app`,
  ],
};
