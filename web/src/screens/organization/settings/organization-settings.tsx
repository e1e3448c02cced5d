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

/** Whether the reader may change a setting of the organization. */
const canChangeOrganizationSetting = ({ is_owner, is_admin }: State, name: string): boolean =>
  ownersOnly.has(name) ? is_owner === true : is_admin === true;

/** Keeps messages for ever, where the registration says it. */
const UNLIMITED_DAYS = -1;

/** Those of the organization. Where the registration says that there is no limit, changes say `unlimited`. */
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

/** Parts of the organization's settings, with who may change them where the reader may not. */
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

/** Says who may change settings of the organization, where the reader may not change them all. */
export function WhoCanChange({ names }: { names: readonly string[] }) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const mayAll = useClientState((state) => names.every((name) => canChangeOrganizationSetting(state, name)));
  if (mayAll) return null;
  return (
    <SecondaryText>{isAdministrator ? words.administration.onlyOwners : words.pages.onlyAdministrators}</SecondaryText>
  );
}
