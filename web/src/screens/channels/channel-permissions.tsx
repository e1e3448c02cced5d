import type { Channel } from "@parlance/contract/entities/channel.ts";
import { GroupSetting } from "../../features/groups/group-setting.tsx";
import { mayAdministerChannel, mayAs } from "../../client/replica/selectors/permissions.ts";
import { Page, Part, Quiet } from "../../base/ui/page.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

type Permission = keyof typeof words.permissions.channel;

const permissions = Object.entries(words.permissions.channel) as [Permission, string][];

/** What the organization trusts some alone with. */
const isOfDeletion = (permission: Permission): boolean => permission.startsWith("can_delete_");

/** Who may do what in a channel. */
export function ChannelPermissions({ channel }: { channel: Channel }) {
  const { act } = useAct();
  const { stream_id: channelId } = channel;
  const isChangeable = useKnown((state) => mayAdministerChannel(state, channelId));
  const maySetDeletion = useKnown((state) => mayAs(state, state.realm_can_set_delete_message_policy_group));
  return (
    <Page>
      <Part title={words.permissions.title}>
        <Quiet>{words.permissions.besides}</Quiet>
        {!isChangeable && <Quiet>{words.channels.whoMay}</Quiet>}
        {isChangeable && !maySetDeletion && <Quiet>{words.permissions.deletion}</Quiet>}
        {permissions.map(([permission, label]) => (
          <GroupSetting
            key={permission}
            label={label}
            kind="stream"
            permission={permission}
            value={channel[permission]}
            isDisabled={!isChangeable || (isOfDeletion(permission) && !maySetDeletion)}
            onChange={(next) =>
              void act((call) =>
                call("PATCH", `/streams/${channelId}`, { [permission]: { new: next, old: channel[permission] } }),
              )
            }
          />
        ))}
      </Part>
    </Page>
  );
}
