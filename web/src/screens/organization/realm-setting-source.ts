import { ownersOnlySettings } from "@parlance/contract/entities/owner-only-settings.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { setRealm } from "../../client/actions/change-settings.ts";
import type { SettingValue } from "../../base/words/setting-words.ts";
import type { SettingSource } from "../../features/settings/setting-source.tsx";

const ownersOnly: ReadonlySet<string> = new Set(ownersOnlySettings);

/** Whether the reader may change a setting of the organization. */
export const mayChangeRealm = ({ is_owner, is_admin }: State, name: string): boolean =>
  ownersOnly.has(name) ? is_owner === true : is_admin === true;

/** Keeps messages for ever, where the registration says it. */
const FOR_EVER = -1;

/** Those of the organization. Where the registration says that there is no limit, changes say `unlimited`. */
export const realmSettings: SettingSource = {
  get(state, name) {
    const value = state[`realm_${name}` as keyof State] as SettingValue | null | undefined;
    if (name === "jitsi_server_url") return value ?? "default";
    const isUnlimited = value === null || (name === "message_retention_days" && value === FOR_EVER);
    return isUnlimited ? "unlimited" : value;
  },
  set: (client, name, value) => setRealm(client, { [name]: value }),
  mayChange: mayChangeRealm,
};
