// The least that reading a page of messages takes: one SELECT, and JSON.
import pg from "pg";
import { answerParent, vitals } from "../child.ts";
import { POOL_SIZE } from "../site.ts";
import { listen } from "./listening.ts";

export interface BareFetchOptions {
  readonly connection: pg.PoolConfig;
  readonly channelId: number;
  readonly userId: number;
}

const SELECT = {
  name: "page",
  text: `
    select message.id, sender_id, rendered_content as content, message.recipient_id, client, topic as subject,
      extract(epoch from sent_at)::int as timestamp, sender.full_name as sender_full_name,
      sender.delivery_email as sender_email, channel.name as display_recipient, channel.id as stream_id,
      coalesce(message_flag.flags, 0) as flags
    from (
      select * from message where recipient_id = (select recipient_id from channel where id = $1)
      order by id desc limit 100
    ) as message join channel using (recipient_id) join account sender on sender.id = sender_id
    left join message_flag on message_flag.message_id = message.id and message_flag.user_id = $2
    order by message.id`,
};

answerParent({
  ...vitals,
  start({ connection, channelId, userId }: BareFetchOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    return listen((_request, response) => {
      void pool.query<Page>({ ...SELECT, values: [channelId, userId] }).then(({ rows }) => {
        const json = JSON.stringify({ result: "success", msg: "", messages: rows.map(present) });
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
        response.end(json);
      });
    });
  },
});

interface Page {
  readonly flags: number;
}

/** What the answer says of a message besides its row. */
const present = ({ flags, ...row }: Page) => ({
  ...row,
  type: "stream",
  avatar_url: null,
  content_type: "text/html",
  is_me_message: false,
  sender_realm_str: "",
  topic_links: [],
  reactions: [],
  submessages: [],
  flags: flags === 0 ? [] : ["starred"],
});
