import { createCall, createFetchTransport, type Call } from "@parlance/client";

/**
 * Creates a function that calls the API as a bot, with the bot's API key, which its owner knows. Needed for actions
 * that only the account itself can perform.
 */
export const callAsBot = (email: string, apiKey: string): Call =>
  createCall(createFetchTransport(location.origin, { email, apiKey }));
