import { createContext, use, type ReactNode } from "react";
import type { Client } from "../../client/connection/client.ts";

const ClientContext = createContext<Client | null>(null);

/** Makes the client available to the components below. */
export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
);

/** Returns the client, with which components read the state and make changes. */
export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error("There is no client above this component.");
  return client;
}
