import { UserPlus } from "lucide-react";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { GroupSetting } from "../../features/groups/group-setting.tsx";
import { groupsById } from "../../client/replica/selectors/entities-by-id.ts";
import { type GroupRights, groupRights } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import { ChangeGroup } from "./change-group.tsx";
import { GroupMembers } from "./group-members.tsx";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const AddMembers = late(async () => (await import("./add-members-dialog.tsx")).AddMembers);

/** One group: who is in it, and who may do what with it. */
export function GroupPage({ groupId }: { groupId: number }) {
  const group = useKnown((state) => groupsById(state).get(groupId));
  const rights = useKnown((state) => groupRights(state, groupId), isSame);
  if (!group || group.is_system_group) {
    return (
      <>
        <ScreenHead title={words.groups.title} />
        <Emptiness title={words.groups.noSuch} />
      </>
    );
  }
  return (
    <>
      <ScreenHead before={words.groups.title} title={group.name} />
      <Page>
        {group.description !== "" && <p dir="auto">{group.description}</p>}
        {group.deactivated && <Quiet>{words.groups.deactivated}</Quiet>}
        <Members group={group} rights={rights} />
        {rights.manage && <ChangeGroup group={group} />}
        <Permissions group={group} isDisabled={!rights.manage} />
      </Page>
    </>
  );
}

const isSame = (a: GroupRights, b: GroupRights): boolean => JSON.stringify(a) === JSON.stringify(b);

function Members({ group, rights }: { group: UserGroup; rights: GroupRights }) {
  const { me } = useClient();
  const { act } = useAct();
  const show = useOverlays();
  const { id, members } = group;
  const isIn = members.includes(me);
  const set = async (parameters: { add: number[] } | { delete: number[] }) =>
    act((call) => call("POST", `/user_groups/${id}/members`, parameters));
  return (
    <Part title={words.groups.memberTitle}>
      <Row>
        {rights.add && (
          <Button look="primary" onPress={() => show((close) => <AddMembers group={group} onClose={close} />)}>
            <UserPlus size={16} aria-hidden />
            {words.groups.addMembers}
          </Button>
        )}
        {isIn && rights.leave && <Button onPress={() => void set({ delete: [me] })}>{words.groups.leave}</Button>}
        {!isIn && rights.join && <Button onPress={() => void set({ add: [me] })}>{words.groups.join}</Button>}
      </Row>
      <GroupMembers group={group} mayRemove={rights.remove} />
    </Part>
  );
}

type Permission = keyof typeof words.groups.may;

function Permissions({ group, isDisabled }: { group: UserGroup; isDisabled: boolean }) {
  const { act } = useAct();
  return (
    <Part title={words.groups.permissions}>
      {isDisabled && <Quiet>{words.groups.whoMay}</Quiet>}
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
    </Part>
  );
}
