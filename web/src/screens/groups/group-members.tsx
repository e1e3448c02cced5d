import { UsersRound, X } from "lucide-react";
import type { ReactNode } from "react";
import { VList } from "virtua";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { groupName } from "../../features/groups/group-choices.ts";
import { groupsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { LineItem } from "../../base/ui/lists/item-list.tsx";
import { Quiet } from "../../base/ui/page.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

/** The height of a line, in pixels, and how many are in view at most. */
const [ROW, ROWS] = [54, 8];

interface GroupMembersProps {
  readonly group: UserGroup;
  readonly mayRemove: boolean;
}

/** The people and groups that are in a group. */
export function GroupMembers({ group, mayRemove }: GroupMembersProps) {
  const { act } = useAct();
  const people = useKnown(peopleById);
  const groups = useKnown(groupsById);
  const { id, members, direct_subgroup_ids } = group;
  const remove = async (parameters: { delete: number[] } | { delete_subgroups: number[] }) =>
    act((call) => call("POST", `/user_groups/${id}/members`, parameters));
  const lines = [
    ...direct_subgroup_ids.map((groupId) => {
      const subgroup = groups.get(groupId);
      return {
        key: `group ${groupId}`,
        name: subgroup ? groupName(subgroup) : words.groups.unknown,
        sign: <UsersRound size={22} aria-hidden />,
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
        sign: <Avatar id={userId} name={name} url={person?.avatar_url} size={32} />,
        path: ["user", String(userId)],
        remove: () => void remove({ delete: [userId] }),
      };
    }),
  ];
  if (lines.length === 0) return <Quiet>{words.groups.members(0)}</Quiet>;
  return (
    <VList style={{ height: Math.min(lines.length, ROWS) * ROW }} data={lines}>
      {({ key, ...line }) => <MemberLine key={key} {...line} mayRemove={mayRemove && !group.deactivated} />}
    </VList>
  );
}

interface MemberLineProps {
  readonly name: string;
  readonly sign: ReactNode;
  readonly path: readonly string[];
  readonly remove: () => void;
  readonly mayRemove: boolean;
}

const MemberLine = ({ name, sign, path, remove, mayRemove }: MemberLineProps) => (
  <LineItem
    as="div"
    sign={sign}
    title={<PlaceLink to={{ kind: "page", path }}>{name}</PlaceLink>}
    end={
      mayRemove ? (
        <IconButton label={words.groups.remove(name)} onPress={remove}>
          <X size={16} aria-hidden />
        </IconButton>
      ) : undefined
    }
  />
);
