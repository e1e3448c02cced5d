import { UserPlus, X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { VList } from "virtua";
import type { Call } from "@parlance/client";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { canAddSubscribers, canRemoveSubscribers } from "../../client/replica/selectors/permissions.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { ItemRow } from "../../base/ui/lists/item-list.tsx";
import { SecondaryText, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useQuery } from "../../hooks/use-query.ts";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import styles from "../people/people.module.css";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const AddSubscribersDialog = lazyComponent(
  async () => (await import("./add-subscribers-dialog.tsx")).AddSubscribersDialog,
);

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

/** Maximum number of search results. */
const MAX_RESULTS = 500;

/** List of the subscribers of a channel, with buttons to add and remove subscribers. */
export function ChannelMembers({ channel }: { channel: Channel }) {
  const { stream_id: channelId } = channel;
  const show = useOpenOverlay();
  const { members, problem } = useChannelMembers(channelId);
  const mayAdd = useClientState((state) => canAddSubscribers(state, channelId));
  const mayRemove = useClientState((state) => canRemoveSubscribers(state, channelId));
  const [wanted, setWanted] = useState("");
  const found =
    wanted === "" ? members : bestMatches(members ?? [], ({ full_name }) => [full_name], wanted, MAX_RESULTS);
  return (
    <div className={styles["people"]}>
      <Row>
        <FilterField label={words.pages.filterPeople} value={wanted} onChange={setWanted} />
        {mayAdd && (
          <Button
            variant="primary"
            onPress={() => show((close) => <AddSubscribersDialog channel={channel} onClose={close} />)}
          >
            <UserPlus size={16} aria-hidden />
            {words.channels.add}
          </Button>
        )}
      </Row>
      {problem !== null && <SecondaryText>{problem}</SecondaryText>}
      {!found && problem === null && <Skeleton lines={5} />}
      {found?.length === 0 && (
        <SecondaryText>{wanted === "" ? words.channels.nobody : words.pages.noPerson}</SecondaryText>
      )}
      {found && (
        <VList className={styles["list"] ?? ""} data={found}>
          {(person) => <Member key={person.user_id} person={person} channel={channel} canRemove={mayRemove} />}
        </VList>
      )}
    </div>
  );
}

/** Fetches the subscribers of a channel. Fetches them again when they may have changed. */
function useChannelMembers(channelId: number) {
  const { onEvents } = useClient();
  const people = useClientState(peopleById);
  const load = useCallback((call: Call) => call("GET", `/streams/${channelId}/members`), [channelId]);
  const { data, error, refetch } = useQuery(load);
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some((event) => event.type === "subscription" && event.op !== "update")) refetch();
      }),
    [onEvents, refetch],
  );
  const members = data?.subscribers
    .map((id) => people.get(id))
    .filter((person) => person !== undefined)
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name));
  return { members, problem: error };
}

interface MemberProps {
  readonly person: User;
  readonly channel: Channel;
  readonly canRemove: boolean;
}

function Member({ person: { user_id, full_name, avatar_url, is_bot, role }, channel, canRemove }: MemberProps) {
  const { me } = useClient();
  const { act } = useAction();
  const remove = () =>
    act((call) => call("DELETE", "/users/me/subscriptions", { subscriptions: [channel.name], principals: [user_id] }));
  return (
    <ItemRow
      as="div"
      icon={<Avatar id={user_id} name={full_name} url={avatar_url} size={32} />}
      title={<RouteLink to={{ kind: "page", path: ["user", String(user_id)] }}>{full_name}</RouteLink>}
      note={is_bot ? words.pages.bot : words.pages.roles[role]}
      end={
        canRemove && user_id !== me ? (
          <IconButton label={words.channels.remove(full_name)} onPress={() => void remove()}>
            <X size={16} aria-hidden />
          </IconButton>
        ) : undefined
      }
    />
  );
}
