import { createContext, use, type ReactNode } from "react";
import type { Client } from "../../client/connection/client.ts";

const ClientContext = createContext<Client | null>(null);

/** Gives the screens below what they know and do. */
export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
);

/** What is below the screens: the replica, the outbox, the way to the server. */
export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error("There is no client above this component.");
  return client;
}
