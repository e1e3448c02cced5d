import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { type RealmSettings, resolveRealmSettings } from "./organization-settings.ts";

interface RealmRow extends Pick<Row<"realm">, "id" | "name" | "description"> {
  /** Time of creation, in whole UNIX seconds. */
  readonly created_at: number;
  readonly is_deactivated: boolean;
  /** Settings that differ from the defaults. */
  readonly settings: object;
  /** Default settings of new accounts that differ from the server's defaults. */
  readonly user_settings_defaults: object;
}

/** The organization's own row in the organization snapshot. */
export class Organization {
  #row: RealmRow | undefined;
  #settings: RealmSettings | undefined;

  get isDeactivated(): boolean {
    return this.#row?.is_deactivated ?? true;
  }

  /** All settings, including those that have their default value. */
  get settings(): RealmSettings {
    return (this.#settings ??= resolveRealmSettings(this.#row?.settings ?? {}));
  }

  get row(): RealmRow | undefined {
    return this.#row;
  }

  /** The organization's row. It exists in every snapshot that has been loaded. */
  get loadedRow(): RealmRow {
    return required(this.#row);
  }

  put(row: RealmRow): void {
    this.#row = row;
    this.#settings = undefined;
  }
}

export const organization: SnapshotSection<Organization, RealmRow> = {
  name: "organization",
  tables: ["realm"],
  rows: (db, realmId) =>
    db
      .selectFrom("realm")
      .select(["id", "name", "description"])
      .select([sql<boolean>`deactivated_at is not null`.as("is_deactivated"), sql<object>`settings`.as("settings")])
      .select(sql<object>`user_settings_defaults`.as("user_settings_defaults"))
      .select(sql<number>`floor(extract(epoch from created_at))::int8`.as("created_at"))
      .where("id", "=", realmId)
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new Organization(),
  put: (facts, row) => facts.put(row),
  // Organizations are never deleted, so a changed row always replaces the previous one.
  remove: ({ row }) => row !== undefined,
  allRows: ({ row }) => (row ? [row] : []),
  bytesPerRow: 3000,
};

/** Records that an organization itself has changed, so that snapshots are updated. */
export const recordOrganizationChanges = (tx: Tx, id: number): void =>
  recordSnapshotChanges(tx, id, organization, [id]);
