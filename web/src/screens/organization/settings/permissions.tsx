import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { ownersOnlySettings } from "@parlance/contract/entities/owner-only-settings.ts";
import { setRealm } from "../../../client/actions/change-settings.ts";
import { GroupSetting } from "../../../features/groups/group-setting.tsx";
import { told } from "../../../hooks/check-outcome.ts";
import { Page, Part, Quiet } from "../../../base/ui/page.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

type RealmPermissions = (typeof words.permissions.realm)[number]["permissions"];
type UnionKeys<U> = U extends unknown ? keyof U : never;
type Permission = UnionKeys<RealmPermissions>;

const ownersOnly: ReadonlySet<string> = new Set(ownersOnlySettings);

/** Who may do what in the organization. */
export function Permissions() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const isOwner = useKnown((state) => state.is_owner ?? false);
  return (
    <Page>
      {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
      {isAdministrator && !isOwner && <Quiet>{words.permissions.someForOwners}</Quiet>}
      {words.permissions.realm.map(({ title, permissions }) => (
        <Part key={title} title={title}>
          {Object.entries(permissions).map(([permission, label]) => (
            <RealmPermission
              key={permission}
              permission={permission as Permission}
              label={label}
              isDisabled={ownersOnly.has(permission) ? !isOwner : !isAdministrator}
            />
          ))}
        </Part>
      ))}
    </Page>
  );
}

interface RealmPermissionProps {
  readonly permission: Permission;
  readonly label: string;
  readonly isDisabled: boolean;
}

function RealmPermission({ permission, ...rest }: RealmPermissionProps) {
  const client = useClient();
  const value = useKnown((state) => state[`realm_${permission}`]);
  if (value === undefined) return null;
  const change = (next: GroupSettingValue) =>
    // Who changed it meanwhile is not overruled: the server compares with what was seen.
    void setRealm(client, { [permission]: { new: next, old: value } }).then(told);
  return <GroupSetting {...rest} kind="realm" permission={permission} value={value} onChange={change} />;
}
