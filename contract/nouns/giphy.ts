import { z } from "zod";
import { noun } from "./noun.ts";

/** The animated images that users can pick from. */
export const giphyNoun = noun({
  events: [],
  snapshot: { giphy: { giphy_api_key: z.string().describe("Empty if not configured.") } },
});
