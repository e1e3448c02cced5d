import type { Client } from "./client.ts";

/** Who has touched nothing for so long is away, in milliseconds. */
const AWAY_MS = 5 * 60_000;
const PING_MS = 60_000;

const SIGNS_OF_LIFE = ["pointermove", "keydown", "touchstart", "wheel"] as const;

/** Tells the server now and then whether somebody is at this page. */
export function reportPresence({ call, state, status }: Pick<Client, "call" | "state" | "status">): void {
  let seenAt = Date.now();
  let hasNew = true;
  const see = () => {
    seenAt = Date.now();
    hasNew = true;
  };
  for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, see, { passive: true });
  const report = () => {
    if (status.get().phase !== "live") return;
    const isHere = document.visibilityState === "visible" && Date.now() - seenAt < AWAY_MS;
    const parameters = {
      status: isHere ? "active" : "idle",
      new_user_input: hasNew,
      ping_only: true,
      slim_presence: true,
    };
    hasNew = false;
    // What could not be told now is told with the next.
    call("POST", "/users/me/presence", parameters).catch(() => undefined);
  };
  let wasLive = false;
  status.subscribe(() => {
    const isLive = status.get().phase === "live";
    if (isLive && !wasLive) report();
    wasLive = isLive;
  });
  const seconds = state.get().server_presence_ping_interval_seconds;
  setInterval(report, seconds === undefined ? PING_MS : seconds * 1000);
  document.addEventListener("visibilitychange", report);
}
