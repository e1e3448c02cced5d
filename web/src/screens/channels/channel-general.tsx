import type { Channel } from "@parlance/contract/entities/channel.ts";
import { subscribe, unsubscribe } from "../../client/actions/channels/subscriptions.ts";
import { MessageHtml } from "../../features/message-content/message-html.tsx";
import { told } from "../../hooks/check-outcome.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { mayAdministerChannel } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChangeChannel } from "./channel-settings.tsx";
import { ChannelMail } from "./channel-mail.tsx";
import { OwnOfChannel } from "./channel-notices.tsx";

/** What a channel is, and how one wants to see it. */
export function ChannelGeneral({ channel }: { channel: Channel }) {
  const { stream_id: channelId } = channel;
  const isSubscribed = useKnown((state) => subscriptionsById(state).has(channelId));
  const isChangeable = useKnown((state) => mayAdministerChannel(state, channelId));
  return (
    <Page>
      <About channel={channel} />
      {isSubscribed && <OwnOfChannel channelId={channelId} />}
      <ChannelMail channelId={channelId} />
      {isChangeable ? <ChangeChannel channel={channel} /> : <Quiet>{words.channels.whoMay}</Quiet>}
    </Page>
  );
}

function About({ channel }: { channel: Channel }) {
  const client = useClient();
  const { go } = useNavigator();
  const { stream_id: channelId, name, rendered_description, subscriber_count, stream_weekly_traffic } = channel;
  const own = useKnown((state) => subscriptionsById(state).get(channelId));
  const folder = useKnown((state) => state.channel_folders?.find(({ id }) => id === channel.folder_id)?.name);
  const change = () => void (own ? unsubscribe(client, channelId, name) : subscribe(client, name)).then(told);
  const facts = [
    channel.is_archived ? words.channels.archived : "",
    channel.invite_only ? words.channels.isPrivate : "",
    folder === undefined ? "" : words.channels.inFolder(folder),
    words.pages.members(subscriber_count),
    stream_weekly_traffic === null ? "" : words.pages.traffic(stream_weekly_traffic),
  ];
  return (
    <Part title={words.pages.about}>
      {rendered_description !== "" && <MessageHtml html={rendered_description} />}
      <Quiet>{facts.filter((fact) => fact !== "").join(" · ")}</Quiet>
      <Row>
        <Button look="primary" onPress={() => go({ kind: "channel", channelId, near: null })}>
          {words.pages.open}
        </Button>
        {!channel.is_archived && <Button onPress={change}>{own ? words.pages.leave : words.pages.join}</Button>}
      </Row>
    </Part>
  );
}
