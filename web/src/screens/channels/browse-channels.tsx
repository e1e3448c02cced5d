import { useState } from "react";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { subscribe, unsubscribe } from "../../client/actions/channels/subscriptions.ts";
import { best } from "../../base/text/rank-matches.ts";
import { told } from "../../hooks/check-outcome.ts";
import { channelsById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { ChannelMark } from "../../base/ui/channel-icon.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Pills } from "../../base/ui/forms/pills.tsx";
import { Page, Quiet, Row } from "../../base/ui/page.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { mayMake } from "./channel-privacy.ts";

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

const allChannels = memo(["subscriptions", "unsubscribed", "never_subscribed"], (state): readonly Channel[] =>
  [...channelsById(state).values()].toSorted((a, b) => collator.compare(a.name, b.name)),
);

type Shown = "all" | "own" | "others" | "archived";

/** Which channels each choice leaves. */
const isShown: Readonly<Record<Shown, (channel: Channel, isOwn: boolean) => boolean>> = {
  all: ({ is_archived }) => !is_archived,
  own: ({ is_archived }, isOwn) => !is_archived && isOwn,
  others: ({ is_archived }, isOwn) => !is_archived && !isOwn,
  archived: ({ is_archived }) => is_archived,
};

const choices = (Object.keys(isShown) as Shown[]).map((value) => ({ value, text: words.channels.shown[value] }));

/** So many more are listed each time somebody asks for more. */
const PAGE = 200;

/** The channels that one knows of, to join and to leave. */
export function BrowseChannels() {
  const { go } = useNavigator();
  const all = useKnown(allChannels);
  const own = useKnown(subscriptionsById);
  const [which, setWhich] = useState<Shown>("all");
  const channels = all.filter((channel) => isShown[which](channel, own.has(channel.stream_id)));
  const mayCreate = useKnown((state) => mayMake(state).length > 0);
  const [wanted, setWanted] = useState("");
  const [shown, setShown] = useState(PAGE);
  const found = wanted === "" ? channels : best(channels, ({ name }) => [name], wanted, channels.length);
  const left = found.length - shown;
  return (
    <>
      <ScreenHead title={words.pages.channels} />
      <Page>
        <Row>
          <FilterField label={words.pages.filterChannels} value={wanted} onChange={setWanted} />
          {mayCreate && (
            <Button look="primary" onPress={() => go({ kind: "page", path: ["channels", "new"] })}>
              {words.pages.newChannel}
            </Button>
          )}
        </Row>
        <Pills label={words.channels.which} options={choices} value={which} onChange={setWhich} />
        {found.length === 0 && <Quiet>{words.pages.noChannel}</Quiet>}
        <Lines>
          {found.slice(0, shown).map((channel) => (
            <ChannelLine key={channel.stream_id} channel={channel} />
          ))}
        </Lines>
        {left > 0 && (
          <Row>
            <Button onPress={() => setShown(shown + PAGE)}>{words.pages.moreChannels(left)}</Button>
          </Row>
        )}
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
      end={
        channel.is_archived ? undefined : <Button onPress={change}>{own ? words.pages.leave : words.pages.join}</Button>
      }
    />
  );
}
