import type { Client } from "./client.ts";

/** Opens what the page knows and does. */
export const openClient = (): Promise<Client> => Promise.reject(new Error("not yet"));
