import { useState } from "react";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { subscribe, unsubscribe } from "../../client/actions/channels/subscriptions.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { channelsById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { ChannelIcon } from "../../base/ui/channel-icon.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Pills } from "../../base/ui/forms/pills.tsx";
import { Page, SecondaryText, Row } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { creatablePrivacies } from "./channel-privacy.ts";

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

const allChannels = memo(["subscriptions", "unsubscribed", "never_subscribed"], (state): readonly Channel[] =>
  [...channelsById(state).values()].toSorted((a, b) => collator.compare(a.name, b.name)),
);

type ChannelFilter = "all" | "own" | "others" | "archived";

/** For each filter, a function that returns true for the channels to show. */
const channelFilters: Readonly<Record<ChannelFilter, (channel: Channel, isOwn: boolean) => boolean>> = {
  all: ({ is_archived }) => !is_archived,
  own: ({ is_archived }, isOwn) => !is_archived && isOwn,
  others: ({ is_archived }, isOwn) => !is_archived && !isOwn,
  archived: ({ is_archived }) => is_archived,
};

const filterOptions = (Object.keys(channelFilters) as ChannelFilter[]).map((value) => ({
  value,
  text: words.channels.shown[value],
}));

/** Number of channels that each click on "more" adds. */
const PAGE_SIZE = 200;

/** List of the channels that the user can see, with buttons to subscribe and unsubscribe. */
export function BrowseChannels() {
  const { go } = useNavigator();
  const all = useClientState(allChannels);
  const own = useClientState(subscriptionsById);
  const [which, setWhich] = useState<ChannelFilter>("all");
  const channels = all.filter((channel) => channelFilters[which](channel, own.has(channel.stream_id)));
  const mayCreate = useClientState((state) => creatablePrivacies(state).length > 0);
  const [wanted, setWanted] = useState("");
  const [shown, setShown] = useState(PAGE_SIZE);
  const found = wanted === "" ? channels : bestMatches(channels, ({ name }) => [name], wanted, channels.length);
  const left = found.length - shown;
  return (
    <>
      <ScreenHeader title={words.pages.channels} />
      <Page>
        <Row>
          <FilterField label={words.pages.filterChannels} value={wanted} onChange={setWanted} />
          {mayCreate && (
            <Button variant="primary" onPress={() => go({ kind: "page", path: ["channels", "new"] })}>
              {words.screens.newChannel.title}
            </Button>
          )}
        </Row>
        <Pills label={words.channels.which} options={filterOptions} value={which} onChange={setWhich} />
        {found.length === 0 && <SecondaryText>{words.pages.noChannel}</SecondaryText>}
        <ItemList>
          {found.slice(0, shown).map((channel) => (
            <ChannelRow key={channel.stream_id} channel={channel} />
          ))}
        </ItemList>
        {left > 0 && (
          <Row>
            <Button onPress={() => setShown(shown + PAGE_SIZE)}>{words.pages.moreChannels(left)}</Button>
          </Row>
        )}
      </Page>
    </>
  );
}

function ChannelRow({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id: channelId, name, description, invite_only, is_web_public, subscriber_count } = channel;
  const own = useClientState((state) => subscriptionsById(state).get(channelId));
  const change = () => void (own ? unsubscribe(client, channelId, name) : subscribe(client, name)).then(checkOutcome);
  return (
    <ItemRow
      icon={<ChannelIcon colour={own?.color ?? "currentColor"} isPrivate={invite_only} isWebPublic={is_web_public} />}
      title={<RouteLink to={{ kind: "page", path: ["channels", String(channelId)] }}>{name}</RouteLink>}
      note={[words.pages.members(subscriber_count), description].filter((text) => text !== "").join(" · ")}
      end={
        channel.is_archived ? undefined : <Button onPress={change}>{own ? words.pages.leave : words.pages.join}</Button>
      }
    />
  );
}
