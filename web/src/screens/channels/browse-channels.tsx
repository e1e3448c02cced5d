import { useState } from "react";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { subscribe, unsubscribe } from "../../actions/subscribe.ts";
import { best } from "../../composer/completion/rank.ts";
import { told } from "../../message/told.ts";
import { channelsById, subscriptionsById } from "../../replica/selectors/by-id.ts";
import { memo } from "../../replica/selectors/memo.ts";
import { Button } from "../../ui/button.tsx";
import { ChannelMark } from "../../ui/channel-mark.tsx";
import { Field } from "../../ui/field.tsx";
import { LineItem, Lines } from "../../ui/lines.tsx";
import { Page, Quiet, Row } from "../../ui/page.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { useClient } from "../../view/client-context.tsx";
import { PlaceLink } from "../../view/place-link.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

const liveChannels = memo(["subscriptions", "unsubscribed", "never_subscribed"], (state): readonly Channel[] =>
  [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => collator.compare(a.name, b.name)),
);

/** So many are listed; who looks for others writes their name. */
const SHOWN = 300;

/** All channels that one knows of, to join and to leave. */
export function BrowseChannels() {
  const { go } = useNavigator();
  const channels = useKnown(liveChannels);
  const [wanted, setWanted] = useState("");
  const found = wanted === "" ? channels.slice(0, SHOWN) : best(channels, ({ name }) => [name], wanted, SHOWN);
  return (
    <>
      <ScreenHead title={words.pages.channels} />
      <Page>
        <Row>
          <Field
            label={words.pages.filterChannels}
            isLabelHidden
            placeholder={words.pages.filterChannels}
            value={wanted}
            onChange={setWanted}
          />
          <Button look="primary" onPress={() => go({ kind: "page", path: ["channels", "new"] })}>
            {words.pages.newChannel}
          </Button>
        </Row>
        {found.length === 0 && <Quiet>{words.pages.noChannel}</Quiet>}
        <Lines>
          {found.map((channel) => (
            <ChannelLine key={channel.stream_id} channel={channel} />
          ))}
        </Lines>
      </Page>
    </>
  );
}

function ChannelLine({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id: channelId, name, description, invite_only, is_web_public, subscriber_count } = channel;
  const own = useKnown((state) => subscriptionsById(state).get(channelId));
  const change = () => void (own ? unsubscribe(client, channelId, name) : subscribe(client, name)).then(told);
  return (
    <LineItem
      sign={<ChannelMark colour={own?.color ?? "currentColor"} isPrivate={invite_only} isWebPublic={is_web_public} />}
      title={<PlaceLink to={{ kind: "page", path: ["channels", String(channelId)] }}>{name}</PlaceLink>}
      note={[words.pages.members(subscriber_count), description].filter((text) => text !== "").join(" · ")}
      end={<Button onPress={change}>{own ? words.pages.leave : words.pages.join}</Button>}
    />
  );
}
