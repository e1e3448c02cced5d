import type { Client, Outcome } from "../connection/client.ts";

/** Mutes or unmutes a user. */
export const muteUser = (
  { change, state, now }: Pick<Client, "change" | "state" | "now">,
  userId: number,
  isMuted: boolean,
): Promise<Outcome> => {
  const others = (state.get().muted_users ?? []).filter(({ id }) => id !== userId);
  const muted = isMuted ? [...others, { id: userId, timestamp: Math.floor(now() / 1000) }] : others;
  return change({
    expects: [{ type: "muted_users", muted_users: muted }],
    request: (call) =>
      isMuted
        ? call("POST", `/users/me/muted_users/${userId}`, {})
        : call("DELETE", `/users/me/muted_users/${userId}`, {}),
  });
};
