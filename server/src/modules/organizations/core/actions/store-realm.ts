import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordOrganizationChanges } from "../organization-snapshot.ts";

/** What is left out or undefined stays as it is. */
export interface RealmChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** All of them that differ from the defaults. */
  readonly settings?: object | undefined;
  /** The same of what new accounts get. */
  readonly defaultUserSettings?: object | undefined;
  /** Null: it is active. */
  readonly deactivatedAt?: Date | null | undefined;
  /** The empty one is the server's own address. */
  readonly subdomain?: string | undefined;
}

/** Changes an organization, and tells nobody. */
export async function storeRealm(tx: Tx, id: number, changes: RealmChanges): Promise<void> {
  const { name, description, settings, defaultUserSettings, deactivatedAt, subdomain } = changes;
  await tx
    .updateTable("realm")
    .set({
      name,
      description,
      settings: settings && JSON.stringify(settings),
      deactivated_at: deactivatedAt,
      subdomain,
      user_settings_defaults: defaultUserSettings && JSON.stringify(defaultUserSettings),
    })
    .where("id", "=", id)
    .execute();
  recordOrganizationChanges(tx, id);
}
