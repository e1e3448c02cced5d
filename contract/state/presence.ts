import type { UserStatus } from "../entities/user-status.ts";
import { change, overlay, type Reducer } from "./state.ts";

/** Needs `simplified_presence_events`, and a snapshot registered with `slim_presence`. */
export const presence: Reducer<"presence"> = (state, { presences }) =>
  change(state, "presences", (known) => ({ ...known, ...presences }));

export const user_status: Reducer<"user_status"> = (state, event) =>
  change(state, "user_status", (statuses) => {
    const { [String(event.user_id)]: before, ...others } = statuses;
    const { id: _id, type: _type, user_id: _user, ...changes } = event;
    const { status_text, emoji_name, emoji_code, reaction_type, away } = overlay(before ?? {}, changes);
    const status: UserStatus = {
      ...(status_text && { status_text }),
      ...(emoji_name && { emoji_name, emoji_code, reaction_type }),
      ...(away && { away }),
    };
    return Object.keys(status).length === 0 ? others : { ...others, [event.user_id]: status };
  });
