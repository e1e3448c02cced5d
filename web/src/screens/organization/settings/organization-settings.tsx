import type { ReactNode } from "react";
import { Page, SecondaryText } from "../../../base/ui/page.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { SettingGroup, SettingValue } from "../../../base/words/setting-words.ts";
import { SettingsSection } from "../../../features/settings/setting-fields.tsx";
import { SettingSourceProvider, type SettingSource } from "../../../features/settings/setting-source.tsx";

import { ownerOnlySettings } from "@parlance/contract/entities/owner-only-settings.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { changeOrganizationSettings } from "../../../client/actions/change-settings.ts";

const ownersOnly: ReadonlySet<string> = new Set(ownerOnlySettings);

/** Returns true if the user may change an organization setting. */
const canChangeOrganizationSetting = ({ is_owner, is_admin }: State, name: string): boolean =>
  ownersOnly.has(name) ? is_owner === true : is_admin === true;

/** Value with which the register response says that messages are never deleted. */
const UNLIMITED_DAYS = -1;

/**
 * Reads and changes the organization's settings. The register response has several values for "no limit". They are
 * converted to `unlimited`, the value that the API expects for changes.
 */
const organizationSettingSource: SettingSource = {
  get(state, name) {
    const value = state[`realm_${name}` as keyof State] as SettingValue | null | undefined;
    if (name === "jitsi_server_url") return value ?? "default";
    const isUnlimited = value === null || (name === "message_retention_days" && value === UNLIMITED_DAYS);
    return isUnlimited ? "unlimited" : value;
  },
  set: (client, name, value) => changeOrganizationSettings(client, { [name]: value }),
  canChange: canChangeOrganizationSetting,
};

interface OrganizationSettingsProps {
  readonly groups: readonly SettingGroup[];
  readonly children?: ReactNode;
}

/** Page with groups of organization settings. Below groups that the user cannot change fully, it says who can. */
export const OrganizationSettings = ({ groups, children }: OrganizationSettingsProps) => (
  <SettingSourceProvider source={organizationSettingSource}>
    <Page>
      {groups.map((part) => (
        <div key={part.title}>
          <SettingsSection part={part} />
          <WhoCanChange names={Object.keys(part.settings)} />
        </div>
      ))}
      {children}
    </Page>
  </SettingSourceProvider>
);

/** Says who can change the given organization settings. Renders nothing if the user can change all of them. */
export function WhoCanChange({ names }: { names: readonly string[] }) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const changeable = useClientState(
    (state) => names.filter((name) => canChangeOrganizationSetting(state, name)).length,
  );
  if (changeable === names.length) return null;
  const { onlyOwners, someForOwners } = words.administration;
  const forAdministrators = changeable === 0 ? onlyOwners : someForOwners;
  return <SecondaryText>{isAdministrator ? forAdministrators : words.pages.onlyAdministrators}</SecondaryText>;
}
