import { z } from "zod";

const UnixMilliseconds = z.int().describe("UNIX milliseconds, UTC");

/** A file that the user uploaded. */
export const Attachment = z.strictObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string().describe("Its URL without the leading `/user_uploads/`"),
  size: z.int().describe("Bytes"),
  create_time: UnixMilliseconds,
  messages: z.array(z.strictObject({ id: z.int(), date_sent: UnixMilliseconds })).describe("Messages that link to it"),
});
export type Attachment = z.infer<typeof Attachment>;
