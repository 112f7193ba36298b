import type { ColumnType, RawBuilder } from "kysely";

/** A point in time: a Date when read, a Date or the database's own expression when written. */
export type Time = ColumnType<Date, Date | undefined, Date>;
/** A point in time that may be unknown. */
export type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A day. Only the database writes it. */
export type Day = ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>;
/** JSON: parsed when read, text when written. Both drivers then send the same. */
export type Json<T> = ColumnType<T, string, string>;
/** The same in a column with a default. */
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
