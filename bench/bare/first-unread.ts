// The least that it takes to go on reading: the first of one's unread rows, a SELECT around it, and JSON.
import pg from "pg";
import { answerParent, vitals } from "../child.ts";
import { POOL_SIZE } from "../site.ts";
import { listen } from "./listening.ts";

export interface BareFirstUnreadOptions {
  readonly connection: pg.PoolConfig;
  readonly channelId: number;
  readonly half: number;
}

const FIRST = {
  name: "first",
  text: `
    select min(message_id) as id from bare_unread where user_id = $1`,
};

const PAGE = {
  name: "page",
  text: `
    select message.id, sender_id, rendered_content as content, message.recipient_id, client, topic as subject,
      extract(epoch from sent_at)::int as timestamp, sender.full_name as sender_full_name,
      sender.delivery_email as sender_email, channel.name as display_recipient, channel.id as stream_id,
      unread.message_id is not null as is_unread
    from channel cross join lateral (
      (select * from message where recipient_id = channel.recipient_id and id < $2 order by id desc limit $4)
      union all
      (select * from message where recipient_id = channel.recipient_id and id >= $2 order by id limit $4 + 1)
    ) as message join account sender on sender.id = sender_id
    left join bare_unread as unread on unread.user_id = $3 and unread.message_id = message.id
    where channel.id = $1 order by message.id`,
};

answerParent({
  ...vitals,
  start({ connection, channelId, half }: BareFirstUnreadOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    const answer = async (userId: number) => {
      const { rows: first } = await pool.query<{ id: string | null }>({ ...FIRST, values: [userId] });
      const anchor = first[0]?.id ?? "10000000000000000";
      const { rows } = await pool.query<Found>({ ...PAGE, values: [channelId, anchor, userId, half] });
      return JSON.stringify({ result: "success", msg: "", anchor: Number(anchor), messages: rows.map(present) });
    };
    return listen((request, response) => {
      void answer(Number(request.url?.split("/").at(-1))).then((json) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
        response.end(json);
      });
    });
  },
});

interface Found {
  readonly is_unread: boolean;
}

/** What the answer says of a message besides its row. */
const present = ({ is_unread, ...row }: Found) => ({
  ...row,
  type: "stream",
  avatar_url: null,
  content_type: "text/html",
  is_me_message: false,
  sender_realm_str: "",
  topic_links: [],
  reactions: [],
  submessages: [],
  flags: is_unread ? [] : ["read"],
});
