import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordOrganizationChanges } from "../organization-snapshot.ts";

/** Changes to an organization. Missing and undefined properties stay unchanged. */
export interface RealmChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** All settings that differ from the defaults. They replace the stored ones. */
  readonly settings?: object | undefined;
  /** All default settings of new accounts that differ from the server's defaults. They replace the stored ones. */
  readonly defaultUserSettings?: object | undefined;
  /** Time of the deactivation; null for an active organization. */
  readonly deactivatedAt?: Date | null | undefined;
  /** New subdomain; empty for the organization at the server's own address. */
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
