import { toClientPresences } from "../nouns/presence.ts";
import { updateField } from "./set-fields.ts";
import type { Reducer } from "./state.ts";

/**
 * Updates the presence of users. Works only with the capability `simplified_presence_events`, because the events for
 * other clients do not contain the time of the last activity.
 */
export const presence: Reducer<"presence"> = (state, { presences = {} }, { slimPresence }) =>
  updateField(state, "presences", (known) => {
    if (slimPresence) return { ...known, ...presences };
    const emails = new Map(state.realm_users?.map(({ user_id, email }) => [String(user_id), email]));
    const byEmail = Object.entries(presences).flatMap(([id, changed]) => {
      const email = emails.get(id);
      return email === undefined ? [] : [[email, toClientPresences(changed)] as const];
    });
    return { ...known, ...Object.fromEntries(byEmail) };
  });
