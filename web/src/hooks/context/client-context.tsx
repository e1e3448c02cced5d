import { createContext, use, type ReactNode } from "react";
import type { Client } from "../../client/connection/client.ts";

const Context = createContext<Client | null>(null);

/** Gives the screens below what they know and do. */
export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <Context value={client}>{children}</Context>
);

/** What is below the screens: the replica, the outbox, the way to the server. */
export function useClient(): Client {
  const client = use(Context);
  if (!client) throw new Error("There is no client above this component.");
  return client;
}
