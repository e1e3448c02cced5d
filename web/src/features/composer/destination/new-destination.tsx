import { useState } from "react";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { channelsById } from "../../../client/replica/selectors/entities-by-id.ts";
import { canPostInChannel } from "../../../client/replica/selectors/posting-permissions.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import { bestMatches } from "../../../base/text/rank-matches.ts";
import { SuggestionField, type Suggestion } from "./suggestion-field.tsx";

interface DestinationSuggestion extends Suggestion {
  readonly to: Destination;
}

const MAX_SUGGESTIONS = 6;

interface NewDestinationProps {
  /** Ids of the recipients chosen so far. A user who is chosen next is added to them. */
  readonly userIds?: readonly number[];
  readonly onChoose: (to: Destination) => void;
  readonly onClose?: () => void;
}

/** A field for choosing the destination of a message: a channel, or the recipients of a direct message. */
export function NewDestination({ userIds = [], onChoose, onClose }: NewDestinationProps) {
  const [wanted, setWanted] = useState("");
  const targets = useDestinationSuggestions(wanted, userIds);
  const choose = ({ to }: DestinationSuggestion) => {
    setWanted("");
    onChoose(to);
  };
  return (
    <SuggestionField
      id="destination-suggestions"
      label={userIds.length === 0 ? words.composer.toWhom : words.composer.addPerson}
      isFocused={userIds.length === 0}
      value={wanted}
      onInput={setWanted}
      suggestions={targets}
      onChoose={choose}
      onEscape={onClose}
    />
  );
}

function useDestinationSuggestions(wanted: string, userIds: readonly number[]): readonly DestinationSuggestion[] {
  const { state, me } = useClient();
  if (wanted.trim() === "") return [];
  const all = state.get();
  const people = (all.realm_users ?? []).filter(({ user_id }) => user_id !== me && !userIds.includes(user_id));
  const persons = bestMatches(people, ({ full_name, email }) => [full_name, email], wanted, MAX_SUGGESTIONS).map(
    ({ user_id, full_name, delivery_email }): DestinationSuggestion => ({
      key: `person ${user_id}`,
      text: full_name,
      note: delivery_email ?? "",
      to: { kind: "direct", userIds: [...userIds, user_id].toSorted((a, b) => a - b) },
    }),
  );
  if (userIds.length > 0) return persons;
  const open = [...channelsById(all).values()].filter(({ stream_id }) => canPostInChannel(all, stream_id));
  const channels = bestMatches(open, ({ name }) => [name], wanted, MAX_SUGGESTIONS).map(
    ({ stream_id: channelId, name, description }): DestinationSuggestion => ({
      key: `channel ${channelId}`,
      text: `#${name}`,
      note: description,
      to: { kind: "topic", channelId, topic: "" },
    }),
  );
  return [...channels.slice(0, MAX_SUGGESTIONS / 2), ...persons].slice(0, MAX_SUGGESTIONS);
}
