import { z } from "zod";
import { noun } from "./noun.ts";

/** The configuration of GIPHY, from which users can pick animated images. */
export const giphyNoun = noun({
  events: [],
  snapshot: { giphy: { giphy_api_key: z.string().describe("Empty if not configured.") } },
});
