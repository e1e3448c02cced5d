import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { noteChanges } from "#kernel/directory/changes.ts";
import type { DirectoryPart } from "#kernel/directory/part.ts";
import { type RealmSettings, settingsOf } from "./settings.ts";

interface RealmRow {
  readonly id: number;
  readonly is_deactivated: boolean;
  /** Those that differ from the defaults. */
  readonly settings: object;
}

/** An organization itself. */
export class Organization {
  #row: RealmRow | undefined;
  #settings: RealmSettings | undefined;

  get isDeactivated(): boolean {
    return this.#row?.is_deactivated ?? true;
  }

  /** Those at their defaults included. */
  get settings(): RealmSettings {
    return (this.#settings ??= settingsOf(this.#row?.settings ?? {}));
  }

  get row(): RealmRow | undefined {
    return this.#row;
  }

  put(row: RealmRow): void {
    this.#row = row;
    this.#settings = undefined;
  }
}

export const organization: DirectoryPart<Organization, RealmRow> = {
  name: "organization",
  tables: ["realm"],
  rows: (db, realmId) =>
    db
      .selectFrom("realm")
      .select("id")
      .select([sql<boolean>`deactivated_at is not null`.as("is_deactivated"), sql<object>`settings`.as("settings")])
      .where("id", "=", realmId)
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new Organization(),
  put: (facts, row) => facts.put(row),
  // Organizations do not go: a changed row replaces what was known.
  remove: ({ row }) => row !== undefined,
  allRows: ({ row }) => (row ? [row] : []),
  bytesOfRow: 3000,
};

/** Tells directories that an organization itself changes. */
export const noteOrganization = (tx: Tx, id: number): void => noteChanges(tx, id, organization, [id]);
