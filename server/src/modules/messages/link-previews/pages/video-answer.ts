import { z } from "zod";

/** What a site says by oEmbed of a video. */
export const videoAnswer = z.object({
  type: z.literal("video"),
  title: z.string().optional(),
  thumbnail_url: z.string(),
  html: z.string().max(20_000),
});
