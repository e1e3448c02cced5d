import { UserPlus } from "lucide-react";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { GroupSetting } from "../../features/groups/group-setting.tsx";
import { groupsById } from "../../client/replica/selectors/entities-by-id.ts";
import { type GroupPermissions, groupPermissions } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import { GroupMembers } from "./group-members.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";
import type { ParametersOf } from "@parlance/client";
import { SavedField } from "../../hooks/saved-field.tsx";

type Changes = ParametersOf<"PATCH /user_groups/:user_group_id">;

/** Settings of a group: its name, its description, and whether it is deactivated. */
function GroupSettings({ group }: { group: UserGroup }) {
  const { isActing, act, attempt } = useAction();
  const save = async (changes: Changes) => attempt((call) => call("PATCH", `/user_groups/${group.id}`, changes));
  const set = async (changes: Changes) => act((call) => call("PATCH", `/user_groups/${group.id}`, changes));
  return (
    <PageSection title={words.groups.settings}>
      <SavedField label={words.groups.name} savedValue={group.name} onSave={async (name) => save({ name })} />
      <SavedField
        label={words.groups.description}
        savedValue={group.description}
        allowsEmpty
        onSave={async (description) => save({ description })}
      />
      <Row>
        {group.deactivated ? (
          <Button isDisabled={isActing} onPress={() => void set({ deactivated: false })}>
            {words.groups.reactivate}
          </Button>
        ) : (
          <Button variant="danger" isDisabled={isActing} onPress={() => void set({ deactivated: true })}>
            {words.groups.deactivate}
          </Button>
        )}
      </Row>
      <SecondaryText>{words.groups.deactivateMore}</SecondaryText>
    </PageSection>
  );
}

const AddMembersDialog = lazyComponent(async () => (await import("./add-members-dialog.tsx")).AddMembersDialog);

/** The page of a group: its members, settings and permissions. */
export function GroupPage({ groupId }: { groupId: number }) {
  const group = useClientState((state) => groupsById(state).get(groupId));
  const rights = useClientState((state) => groupPermissions(state, groupId), isSamePermissions);
  if (!group || group.is_system_group) {
    return (
      <>
        <ScreenHeader title={words.screens.groups.title} />
        <EmptyState title={words.groups.noSuch} />
      </>
    );
  }
  return (
    <>
      <ScreenHeader before={words.screens.groups.title} title={group.name} />
      <Page>
        {group.description !== "" && <p dir="auto">{group.description}</p>}
        {group.deactivated && <SecondaryText>{words.groups.deactivated}</SecondaryText>}
        <GroupMembersSection group={group} rights={rights} />
        {rights.manage && <GroupSettings group={group} />}
        <GroupPermissionsSection group={group} isDisabled={!rights.manage} />
      </Page>
    </>
  );
}

const isSamePermissions = (a: GroupPermissions, b: GroupPermissions): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function GroupMembersSection({ group, rights }: { group: UserGroup; rights: GroupPermissions }) {
  const { me } = useClient();
  const { act } = useAction();
  const show = useOpenOverlay();
  const { id, members } = group;
  const isIn = members.includes(me);
  const set = async (parameters: { add: number[] } | { delete: number[] }) =>
    act((call) => call("POST", `/user_groups/${id}/members`, parameters));
  return (
    <PageSection title={words.groups.memberTitle}>
      <Row>
        {rights.add && (
          <Button variant="primary" onPress={() => show((close) => <AddMembersDialog group={group} onClose={close} />)}>
            <UserPlus size={16} aria-hidden />
            {words.groups.addMembers}
          </Button>
        )}
        {isIn && rights.leave && <Button onPress={() => void set({ delete: [me] })}>{words.groups.leave}</Button>}
        {!isIn && rights.join && <Button onPress={() => void set({ add: [me] })}>{words.groups.join}</Button>}
      </Row>
      <GroupMembers group={group} canRemove={rights.remove} />
    </PageSection>
  );
}

type Permission = keyof typeof words.groups.may;

function GroupPermissionsSection({ group, isDisabled }: { group: UserGroup; isDisabled: boolean }) {
  const { act } = useAction();
  return (
    <PageSection title={words.groups.permissions}>
      {isDisabled && <SecondaryText>{words.groups.whoMay}</SecondaryText>}
      {(Object.entries(words.groups.may) as [Permission, string][]).map(([permission, label]) => (
        <GroupSetting
          key={permission}
          label={label}
          kind="group"
          permission={permission}
          value={group[permission]}
          isDisabled={isDisabled || group.deactivated}
          onChange={(next) =>
            void act((call) =>
              call("PATCH", `/user_groups/${group.id}`, { [permission]: { new: next, old: group[permission] } }),
            )
          }
        />
      ))}
    </PageSection>
  );
}
