import { TriangleAlert } from "lucide-react";
import { type RefObject, useCallback, useEffect, useState } from "react";
import type { Client } from "../../../client/connection/client.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { channelsById, peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { mentionedUserIds } from "../../../client/replica/selectors/users/mentioned-users.ts";
import { canAddSubscribers } from "../../../client/replica/selectors/permissions.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import styles from "../composer.module.css";

/** Time in milliseconds without a key press after which the mentions are checked. */
const CHECK_DELAY_MS = 400;
/** Maximum number of users whose names are shown. */
const MAX_NAMED_USERS = 3;

interface NonSubscriberWarningProps {
  readonly channelId: number;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Warns that the message mentions users who are not subscribed to the channel. */
export function NonSubscriberWarning({ channelId, field }: NonSubscriberWarningProps) {
  const client = useClient();
  const [ids, setIds] = useState<readonly number[]>([]);
  const look = useCallback(() => {
    void fetchMentionedNonSubscribers(client, channelId, field.current?.value ?? "").then(setIds, () => undefined);
  }, [client, channelId, field]);
  useEffect(() => {
    const element = field.current;
    let timer = setTimeout(look, CHECK_DELAY_MS);
    const onInput = () => {
      clearTimeout(timer);
      timer = setTimeout(look, CHECK_DELAY_MS);
    };
    element?.addEventListener("input", onInput);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("input", onInput);
    };
  }, [field, look]);
  return (
    <div className={styles["notices"]} role="status">
      {ids.slice(0, MAX_NAMED_USERS).map((id) => (
        <NonSubscriber key={id} userId={id} channelId={channelId} onAdded={look} />
      ))}
    </div>
  );
}

interface NonSubscriberProps {
  readonly userId: number;
  readonly channelId: number;
  readonly onAdded: () => void;
}

function NonSubscriber({ userId, channelId, onAdded }: NonSubscriberProps) {
  const client = useClient();
  const person = useClientState((state) => peopleById(state).get(userId));
  const channel = useClientState((state) => channelsById(state).get(channelId));
  const mayAdd = useClientState((state) => canAddSubscribers(state, channelId));
  if (!person || !channel) return null;
  const add = async () => {
    const subscriptions = [{ name: channel.name }];
    const request = (call: Client["call"]) =>
      call("POST", "/users/me/subscriptions", { subscriptions, principals: [userId] });
    if (checkOutcome(await client.change({ expects: [], request }))) onAdded();
  };
  const { full_name: name } = person;
  return (
    <p className={styles["warning"]}>
      <TriangleAlert size={14} aria-hidden />
      {channel.invite_only ? words.composer.cannotSee(name) : words.composer.notTold(name)}
      {mayAdd && (
        <button type="button" className={styles["join"]} onClick={() => void add()}>
          {words.composer.addToChannel}
        </button>
      )}
    </p>
  );
}

async function fetchMentionedNonSubscribers(
  { state, call, me }: Client,
  channelId: number,
  text: string,
): Promise<readonly number[]> {
  const people = peopleById(state.get());
  const called = mentionedUserIds(state.get(), text).filter((id) => id !== me && people.get(id)?.is_active === true);
  const lookups = called.map(async (id) => {
    const answer = await call("GET", `/users/${id}/subscriptions/${channelId}`);
    return answer.result === "success" && !answer.is_subscribed ? [id] : [];
  });
  return (await Promise.all(lookups)).flat();
}
