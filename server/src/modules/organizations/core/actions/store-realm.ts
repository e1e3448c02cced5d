import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordOrganizationChanges } from "../organization-snapshot.ts";

/** Changes to an organization. Properties that are missing or undefined stay unchanged. */
export interface RealmChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** All settings that differ from the defaults. */
  readonly settings?: object | undefined;
  /** All default settings of new accounts that differ from the server's defaults. */
  readonly defaultUserSettings?: object | undefined;
  /** Null: active. */
  readonly deactivatedAt?: Date | null | undefined;
  /** The empty one is at the server's own address. */
  readonly subdomain?: string | undefined;
}

/** Changes an organization without publishing events. */
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
