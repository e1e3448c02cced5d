import { z } from "zod";
import { noun } from "./noun.ts";

/** Animated images to choose from. */
export const giphyNoun = noun({
  events: [],
  snapshot: { giphy: { giphy_api_key: z.string().describe("Empty if there is none") } },
});
