// A bare server that does only the minimum for opening the first unread message: it finds the user's first unread row,
// runs a SELECT around it, and returns JSON.
import pg from "pg";
import { handleParentCalls, processMeasures } from "../child-process.ts";
import { POOL_SIZE } from "../server-settings.ts";
import { listen } from "./plain-server.ts";
import { sendJson, toMessageResponse, messageColumns } from "./message-response.ts";

export interface BareFirstUnreadOptions {
  readonly connection: pg.PoolConfig;
  readonly channelId: number;
  readonly half: number;
}

const SELECT_FIRST_UNREAD = {
  name: "first",
  text: `
    select min(message_id) as id from bare_unread where user_id = $1`,
};

const SELECT_PAGE = {
  name: "page",
  text: `
    select ${messageColumns},
      unread.message_id is not null as is_unread
    from channel cross join lateral (
      (select * from message where recipient_id = channel.recipient_id and id < $2 order by id desc limit $4)
      union all
      (select * from message where recipient_id = channel.recipient_id and id >= $2 order by id limit $4 + 1)
    ) as message join account sender on sender.id = sender_id
    left join bare_unread as unread on unread.user_id = $3 and unread.message_id = message.id
    where channel.id = $1 order by message.id`,
};

handleParentCalls({
  ...processMeasures,
  start({ connection, channelId, half }: BareFirstUnreadOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    const answer = async (userId: number) => {
      const { rows: first } = await pool.query<{ id: string | null }>({ ...SELECT_FIRST_UNREAD, values: [userId] });
      const anchor = first[0]?.id ?? "10000000000000000";
      const { rows } = await pool.query<UnreadRow>({ ...SELECT_PAGE, values: [channelId, anchor, userId, half] });
      return {
        anchor: Number(anchor),
        messages: rows.map(({ is_unread, ...row }) => toMessageResponse(row, is_unread ? [] : ["read"])),
      };
    };
    return listen((request, response) => {
      void answer(Number(request.url?.split("/").at(-1))).then((found) => sendJson(response, found));
    });
  },
});

interface UnreadRow {
  readonly is_unread: boolean;
}
