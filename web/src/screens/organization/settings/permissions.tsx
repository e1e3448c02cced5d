import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { ownerOnlySettings } from "@parlance/contract/entities/owner-only-settings.ts";
import { changeOrganizationSettings } from "../../../client/actions/change-settings.ts";
import { GroupSetting } from "../../../features/groups/group-setting.tsx";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { Page, PageSection, SecondaryText } from "../../../base/ui/page.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

type OrganizationPermissions = (typeof words.permissions.realm)[number]["permissions"];
type UnionKeys<U> = U extends unknown ? keyof U : never;
type Permission = UnionKeys<OrganizationPermissions>;

const ownersOnly: ReadonlySet<string> = new Set(ownerOnlySettings);

/** Page with the organization's permissions. */
export function Permissions() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const isOwner = useClientState((state) => state.is_owner ?? false);
  return (
    <Page>
      {!isAdministrator && <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
      {isAdministrator && !isOwner && <SecondaryText>{words.permissions.someForOwners}</SecondaryText>}
      {words.permissions.realm.map(({ title, permissions }) => (
        <PageSection key={title} title={title}>
          {Object.entries(permissions).map(([permission, label]) => (
            <OrganizationPermission
              key={permission}
              permission={permission as Permission}
              label={label}
              isDisabled={ownersOnly.has(permission) ? !isOwner : !isAdministrator}
            />
          ))}
        </PageSection>
      ))}
    </Page>
  );
}

interface OrganizationPermissionProps {
  readonly permission: Permission;
  readonly label: string;
  readonly isDisabled: boolean;
}

function OrganizationPermission({ permission, ...rest }: OrganizationPermissionProps) {
  const client = useClient();
  const value = useClientState((state) => state[`realm_${permission}`]);
  if (value === undefined) return null;
  const change = (next: GroupSettingValue) =>
    // The request contains the old value as well. The server compares it with the current value, so that a change made
    // by another user in the meantime is not overwritten.
    void changeOrganizationSettings(client, { [permission]: { new: next, old: value } }).then(checkOutcome);
  return <GroupSetting {...rest} kind="realm" permission={permission} value={value} onChange={change} />;
}
