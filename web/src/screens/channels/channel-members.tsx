import { UserPlus, X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { VList } from "virtua";
import type { Call } from "@parlance/client";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import { best } from "../../base/text/rank-matches.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { mayAddSubscribers, mayRemoveSubscribers } from "../../client/replica/selectors/permissions.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { LineItem } from "../../base/ui/lists/item-list.tsx";
import { Quiet, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useAnswer } from "../../hooks/use-query.ts";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import styles from "../people/people.module.css";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const AddSubscribers = late(async () => (await import("./add-subscribers-dialog.tsx")).AddSubscribers);

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

/** So many fit what one writes. */
const FOUND = 500;

/** Who is in a channel. */
export function ChannelMembers({ channel }: { channel: Channel }) {
  const { stream_id: channelId } = channel;
  const show = useOverlays();
  const { members, problem } = useMembers(channelId);
  const mayAdd = useKnown((state) => mayAddSubscribers(state, channelId));
  const mayRemove = useKnown((state) => mayRemoveSubscribers(state, channelId));
  const [wanted, setWanted] = useState("");
  const found = wanted === "" ? members : best(members ?? [], ({ full_name }) => [full_name], wanted, FOUND);
  return (
    <div className={styles["people"]}>
      <Row>
        <FilterField label={words.pages.filterPeople} value={wanted} onChange={setWanted} />
        {mayAdd && (
          <Button look="primary" onPress={() => show((close) => <AddSubscribers channel={channel} onClose={close} />)}>
            <UserPlus size={16} aria-hidden />
            {words.channels.add}
          </Button>
        )}
      </Row>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {!found && problem === null && <Skeleton lines={5} />}
      {found?.length === 0 && <Quiet>{wanted === "" ? words.channels.nobody : words.pages.noPerson}</Quiet>}
      {found && (
        <VList className={styles["list"] ?? ""} data={found}>
          {(person) => <Member key={person.user_id} person={person} channel={channel} mayRemove={mayRemove} />}
        </VList>
      )}
    </div>
  );
}

/** Who is in it: asked for, and again when somebody came or left. */
function useMembers(channelId: number) {
  const { onEvents } = useClient();
  const people = useKnown(peopleById);
  const ask = useCallback((call: Call) => call("GET", `/streams/${channelId}/members`), [channelId]);
  const { answer, problem, again } = useAnswer(ask);
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some((event) => event.type === "subscription" && event.op !== "update")) again();
      }),
    [onEvents, again],
  );
  const members = answer?.subscribers
    .map((id) => people.get(id))
    .filter((person) => person !== undefined)
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name));
  return { members, problem };
}

interface MemberProps {
  readonly person: User;
  readonly channel: Channel;
  readonly mayRemove: boolean;
}

function Member({ person: { user_id, full_name, avatar_url, is_bot, role }, channel, mayRemove }: MemberProps) {
  const { me } = useClient();
  const { act } = useAct();
  const remove = () =>
    act((call) => call("DELETE", "/users/me/subscriptions", { subscriptions: [channel.name], principals: [user_id] }));
  return (
    <LineItem
      as="div"
      sign={<Avatar id={user_id} name={full_name} url={avatar_url} size={32} />}
      title={<PlaceLink to={{ kind: "page", path: ["user", String(user_id)] }}>{full_name}</PlaceLink>}
      note={is_bot ? words.pages.bot : words.pages.roles[role]}
      end={
        mayRemove && user_id !== me ? (
          <IconButton label={words.channels.remove(full_name)} onPress={() => void remove()}>
            <X size={16} aria-hidden />
          </IconButton>
        ) : undefined
      }
    />
  );
}
