import { toClientPresence, type Presence } from "@parlance/contract/nouns/presence.ts";
import type { Presenter } from "@parlance/kernel/events/presenter.ts";

/**
 * Event about a user's presence, stored or ephemeral, before it is presented to a recipient. Contains the data for
 * clients of the old and the new format.
 */
export interface StoredPresenceEvent {
  readonly type: "presence";
  readonly user_id: number;
  readonly email: string;
  readonly server_timestamp: number;
  readonly presence: Presence;
}

/** The user whose presence is announced. */
interface PresenceUser {
  readonly userId: number;
  readonly email: string;
}

export const presenceChanged = (
  { userId, email }: PresenceUser,
  presence: Presence,
  now: Date,
): StoredPresenceEvent => ({
  type: "presence",
  user_id: userId,
  email,
  server_timestamp: now.getTime() / 1000,
  presence,
});

/** Converts a time to the unit that presence uses: whole UNIX seconds. */
export const toPresenceTimestamp = (at: Date): number => Math.floor(at.getTime() / 1000);

export const presencePresenter: Presenter<StoredPresenceEvent> = {
  variant(_, { capabilities, slimPresence }) {
    if (capabilities["simplified_presence_events"] === true) return "simplified";
    return slimPresence ? "slim" : "older";
  },
  present({ presence, email, ...event }, { capabilities, slimPresence }) {
    if (capabilities["simplified_presence_events"] === true) {
      return [{ type: "presence", presences: { [event.user_id]: presence } }];
    }
    const website = toClientPresence(presence);
    return [{ ...event, ...(!slimPresence && { email }), presence: { website } }];
  },
};
