import { integer, setting } from "@parlance/kernel/config/setting.ts";

/** The setting of pages of messages. */
export const messagePageSettings = {
  messagePageBytes: setting(integer(10_000, 1_000_000_000), {
    key: "limits.message_page_bytes",
    variable: "PARLANCE_MESSAGE_PAGE_BYTES",
    default: 10_000_000,
    unit: "bytes",
    meaning:
      "Maximum size of the messages in one page. If they are longer, the messages nearest to the anchor are returned, and clients fetch the rest with the next page.",
  }),
};
