import type { EventBody } from "@parlance/contract/events/index.ts";
import type { Presence } from "@parlance/contract/nouns/presence.ts";
import type { Client } from "./client.ts";
import { onConnected } from "./on-connected.ts";

/** Time in milliseconds without activity after which the user counts as idle. */
const AWAY_MS = 5 * 60_000;
const PING_MS = 60_000;

const ACTIVITY_EVENTS = ["pointermove", "keydown", "touchstart", "wheel"] as const;

/**
 * Reports periodically whether the user is active. The response contains the presence of the other users, which is
 * needed because events report only users who become active.
 */
export function reportPresence(
  { call, state, status }: Pick<Client, "call" | "state" | "status">,
  learn: (event: EventBody) => void,
): void {
  let lastUpdateId = state.get().presence_last_update_id ?? -1;
  let seenAt = Date.now();
  let hasNew = true;
  const see = () => {
    seenAt = Date.now();
    hasNew = true;
  };
  for (const sign of ACTIVITY_EVENTS) document.addEventListener(sign, see, { passive: true });
  const report = async () => {
    if (status.get().phase !== "live") return;
    const isHere = document.visibilityState === "visible" && Date.now() - seenAt < AWAY_MS;
    const parameters = {
      status: isHere ? "active" : "idle",
      new_user_input: hasNew,
      last_update_id: lastUpdateId,
      slim_presence: true,
    };
    hasNew = false;
    const answer = await call("POST", "/users/me/presence", parameters);
    if (answer.result === "error") return;
    lastUpdateId = answer.presence_last_update_id;
    const presences = (answer.presences ?? {}) as Record<string, Presence>;
    if (Object.keys(presences).length > 0) learn({ type: "presence", presences });
  };
  // The error of a failed report is ignored: another report follows.
  const tryToReport = () => void report().catch(() => undefined);
  onConnected({ status }, tryToReport, false);
  const seconds = state.get().server_presence_ping_interval_seconds;
  setInterval(tryToReport, seconds === undefined ? PING_MS : seconds * 1000);
  document.addEventListener("visibilitychange", tryToReport);
}
