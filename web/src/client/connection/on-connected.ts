import type { Client } from "./client.ts";

/**
 * Calls `act` whenever the connection is established again, until the returned function is called. `wasLive` is whether
 * it exists at the start.
 */
export function onConnected({ status }: Pick<Client, "status">, act: () => void, wasLive: boolean): () => void {
  let was = wasLive;
  return status.subscribe(() => {
    const isLive = status.get().phase === "live";
    if (isLive && !was) act();
    was = isLive;
  });
}
