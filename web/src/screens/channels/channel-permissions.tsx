import type { Channel } from "@parlance/contract/entities/channel.ts";
import { GroupSetting } from "../../features/groups/group-setting.tsx";
import { canAdministerChannel, hasRealmPermission } from "../../client/replica/selectors/permissions.ts";
import { Page, PageSection, SecondaryText } from "../../base/ui/page.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

type Permission = keyof typeof words.permissions.channel;

const permissions = Object.entries(words.permissions.channel) as [Permission, string][];

/**
 * Returns true for permissions to delete messages. Changing them requires an additional permission in the organization.
 */
const isDeletionPermission = (permission: Permission): boolean => permission.startsWith("can_delete_");

/** The permissions of a channel. */
export function ChannelPermissions({ channel }: { channel: Channel }) {
  const { act } = useAction();
  const { stream_id: channelId } = channel;
  const isChangeable = useClientState((state) => canAdministerChannel(state, channelId));
  const maySetDeletion = useClientState((state) => hasRealmPermission(state, "can_set_delete_message_policy_group"));
  return (
    <Page>
      <PageSection title={words.permissions.title}>
        <SecondaryText>{words.permissions.besides}</SecondaryText>
        {!isChangeable && <SecondaryText>{words.channels.whoMay}</SecondaryText>}
        {isChangeable && !maySetDeletion && <SecondaryText>{words.permissions.deletion}</SecondaryText>}
        {permissions.map(([permission, label]) => (
          <GroupSetting
            key={permission}
            label={label}
            kind="stream"
            permission={permission}
            value={channel[permission]}
            isDisabled={!isChangeable || (isDeletionPermission(permission) && !maySetDeletion)}
            onChange={(next) =>
              void act((call) =>
                call("PATCH", `/streams/${channelId}`, { [permission]: { new: next, old: channel[permission] } }),
              )
            }
          />
        ))}
      </PageSection>
    </Page>
  );
}
