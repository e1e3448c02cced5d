import type { Client } from "./client.ts";

/** Calls whenever the connection is there again, `wasLive` telling whether it was before; until the returned function is called. */
export function onConnected({ status }: Pick<Client, "status">, act: () => void, wasLive: boolean): () => void {
  let was = wasLive;
  return status.subscribe(() => {
    const isLive = status.get().phase === "live";
    if (isLive && !was) act();
    was = isLive;
  });
}
