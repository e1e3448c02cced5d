import { useState } from "react";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { MemberPicker, type Members } from "../../features/groups/member-picker.tsx";
import { membersOfGroups } from "../../client/replica/selectors/permissions.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface AddSubscribersProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

/** Has others join a channel: people, and those who are in groups now. */
export function AddSubscribers({ channel: { name }, onClose }: AddSubscribersProps) {
  const { state } = useClient();
  const { act } = useAct();
  const [members, setMembers] = useState<Members>({ people: [], groups: [] });
  const add = async () => {
    const principals = [...new Set([...members.people, ...membersOfGroups(state.get(), members.groups)])];
    return act((call) => call("POST", "/users/me/subscriptions", { subscriptions: [{ name }], principals }));
  };
  return (
    <ActDialog
      title={words.channels.addTitle(name)}
      act={words.channels.add}
      isReady={members.people.length + members.groups.length > 0}
      onAct={add}
      onClose={onClose}
    >
      <MemberPicker members={members} onChange={setMembers} />
    </ActDialog>
  );
}
