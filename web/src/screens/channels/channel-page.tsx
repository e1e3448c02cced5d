import { type ChannelProperty, setChannelProperty, subscribe, unsubscribe } from "../../actions/subscribe.ts";
import { told } from "../../message/told.ts";
import { channelsById, subscriptionsById } from "../../replica/selectors/by-id.ts";
import { Button } from "../../ui/button.tsx";
import { Tick } from "../../ui/choice.tsx";
import { Emptiness } from "../../ui/emptiness.tsx";
import { Page, Part, Quiet, Row } from "../../ui/page.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";

const properties: readonly (readonly [ChannelProperty, string])[] = [
  ["is_muted", words.pages.mute],
  ["pin_to_top", words.pages.pin],
  ["desktop_notifications", words.pages.desktopNotices],
  ["push_notifications", words.pages.pushNotices],
  ["email_notifications", words.pages.mailNotices],
];

/** One channel, and how one wants to see it. */
export function ChannelPage({ channelId }: { channelId: number }) {
  const client = useClient();
  const { go } = useNavigator();
  const channel = useKnown((state) => channelsById(state).get(channelId));
  const own = useKnown((state) => subscriptionsById(state).get(channelId));
  if (!channel) return <Emptiness title={words.conversation.unknownChannel} />;
  const { name, description, subscriber_count, stream_weekly_traffic } = channel;
  const change = () => void (own ? unsubscribe(client, channelId, name) : subscribe(client, name)).then(told);
  return (
    <>
      <ScreenHead before={words.pages.channels} title={name} />
      <Page>
        <Part title={words.pages.about}>
          {description !== "" && <p dir="auto">{description}</p>}
          <Quiet>
            {[
              words.pages.members(subscriber_count),
              ...(stream_weekly_traffic === null ? [] : [words.pages.traffic(stream_weekly_traffic)]),
            ].join(" · ")}
          </Quiet>
          <Row>
            <Button look="primary" onPress={() => go({ kind: "channel", channelId, near: null })}>
              {words.pages.open}
            </Button>
            <Button onPress={change}>{own ? words.pages.leave : words.pages.join}</Button>
          </Row>
        </Part>
        {own && (
          <Part title={words.pages.notifications}>
            <div>
              {properties.map(([property, text]) => (
                <Tick
                  key={property}
                  isSelected={own[property] === true}
                  onChange={(value) => void setChannelProperty(client, channelId, property, value).then(told)}
                >
                  {text}
                </Tick>
              ))}
            </div>
          </Part>
        )}
      </Page>
    </>
  );
}
