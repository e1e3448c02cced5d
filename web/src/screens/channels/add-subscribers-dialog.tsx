import { useState } from "react";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { MemberPicker, type MemberIds } from "../../features/groups/member-picker.tsx";
import { groupMemberIds } from "../../client/replica/selectors/permissions.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface AddSubscribersDialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

/** Dialog that subscribes users to a channel. Choosing a group subscribes its current members. */
export function AddSubscribersDialog({ channel: { name }, onClose }: AddSubscribersDialogProps) {
  const { state } = useClient();
  const { act } = useAction();
  const [members, setMembers] = useState<MemberIds>({ people: [], groups: [] });
  const add = async () => {
    const principals = [...new Set([...members.people, ...groupMemberIds(state.get(), members.groups)])];
    return act((call) => call("POST", "/users/me/subscriptions", { subscriptions: [{ name }], principals }));
  };
  return (
    <FormDialog
      title={words.channels.addTitle(name)}
      submitLabel={words.channels.add}
      canSubmit={members.people.length + members.groups.length > 0}
      onSubmit={add}
      onClose={onClose}
    >
      <MemberPicker members={members} onChange={setMembers} />
    </FormDialog>
  );
}
