import type { Client } from "./client.ts";

/**
 * Calls `act` whenever the connection changes from any other state to `live`. Returns a function that removes the
 * listener. `wasLive`: whether the connection counts as live before its first change.
 */
export function onConnected({ status }: Pick<Client, "status">, act: () => void, wasLive: boolean): () => void {
  let was = wasLive;
  return status.subscribe(() => {
    const isLive = status.get().phase === "live";
    if (isLive && !was) act();
    was = isLive;
  });
}
