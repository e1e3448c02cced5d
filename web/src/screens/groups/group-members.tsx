import { UsersRound, X } from "lucide-react";
import type { ReactNode } from "react";
import { VList } from "virtua";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { groupName } from "../../features/groups/group-choices.ts";
import { groupsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { ItemRow } from "../../base/ui/lists/item-list.tsx";
import { SecondaryText } from "../../base/ui/page.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

/** Height of a row in pixels, and maximum number of rows that are visible without scrolling. */
const [ROW_HEIGHT_PX, MAX_VISIBLE_ROWS] = [54, 8];

interface GroupMembersProps {
  readonly group: UserGroup;
  readonly canRemove: boolean;
}

/** List of the members and subgroups of a group. */
export function GroupMembers({ group, canRemove }: GroupMembersProps) {
  const { act } = useAction();
  const people = useClientState(peopleById);
  const groups = useClientState(groupsById);
  const { id, members, direct_subgroup_ids } = group;
  const remove = async (parameters: { delete: number[] } | { delete_subgroups: number[] }) =>
    act((call) => call("POST", `/user_groups/${id}/members`, parameters));
  const lines = [
    ...direct_subgroup_ids.map((groupId) => {
      const subgroup = groups.get(groupId);
      return {
        key: `group ${groupId}`,
        name: subgroup ? groupName(subgroup) : words.groups.unknown,
        icon: <UsersRound size={22} aria-hidden />,
        path: ["groups", String(groupId)],
        remove: () => void remove({ delete_subgroups: [groupId] }),
      };
    }),
    ...members.map((userId) => {
      const person = people.get(userId);
      const name = person?.full_name ?? words.shell.unknownPerson;
      return {
        key: `person ${userId}`,
        name,
        icon: <Avatar id={userId} name={name} url={person?.avatar_url} size={32} />,
        path: ["user", String(userId)],
        remove: () => void remove({ delete: [userId] }),
      };
    }),
  ];
  if (lines.length === 0) return <SecondaryText>{words.groups.members(0)}</SecondaryText>;
  return (
    <VList style={{ height: Math.min(lines.length, MAX_VISIBLE_ROWS) * ROW_HEIGHT_PX }} data={lines}>
      {({ key, ...line }) => <MemberRow key={key} {...line} canRemove={canRemove && !group.deactivated} />}
    </VList>
  );
}

interface MemberRowProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly path: readonly string[];
  readonly remove: () => void;
  readonly canRemove: boolean;
}

const MemberRow = ({ name, icon, path, remove, canRemove }: MemberRowProps) => (
  <ItemRow
    as="div"
    icon={icon}
    title={<RouteLink to={{ kind: "page", path }}>{name}</RouteLink>}
    end={
      canRemove ? (
        <IconButton label={words.groups.remove(name)} onPress={remove}>
          <X size={16} aria-hidden />
        </IconButton>
      ) : undefined
    }
  />
);
