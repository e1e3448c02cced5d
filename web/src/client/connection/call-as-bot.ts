import { createCall, createFetchTransport, type Call } from "@parlance/client";

/** Calls of the API in the name of a bot, for who runs it and has its key: there are things that each account does only for itself. */
export const callAsBot = (email: string, apiKey: string): Call =>
  createCall(createFetchTransport(location.origin, { email, apiKey }));
