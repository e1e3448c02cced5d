import { toClientPresences } from "../nouns/presence.ts";
import { updateField } from "./set-fields.ts";
import type { Reducer } from "./state.ts";

/** Requires `simplified_presence_events`: the events of other clients do not say when users were active. */
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
