import { createCall, createFetchTransport, type Call } from "@parlance/client";

/**
 * Creates API calls in the name of a bot, with the API key known to its owner. Some actions are available only to the
 * account itself.
 */
export const callAsBot = (email: string, apiKey: string): Call =>
  createCall(createFetchTransport(location.origin, { email, apiKey }));
