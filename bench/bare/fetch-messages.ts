// A bare server that does only the minimum for reading a page of messages: one SELECT, and JSON.
import pg from "pg";
import { handleParentCalls, processMeasures } from "../child-process.ts";
import { POOL_SIZE } from "../server-settings.ts";
import { listen } from "./plain-server.ts";
import { sendJson, toMessageResponse, messageColumns } from "./message-response.ts";

export interface BareFetchOptions {
  readonly connection: pg.PoolConfig;
  readonly channelId: number;
  readonly userId: number;
}

const SELECT_PAGE = {
  name: "page",
  text: `
    select ${messageColumns},
      coalesce(message_flag.flags, 0) as flags
    from (
      select * from message where recipient_id = (select recipient_id from channel where id = $1)
      order by id desc limit 100
    ) as message join channel using (recipient_id) join account sender on sender.id = sender_id
    left join message_flag on message_flag.message_id = message.id and message_flag.user_id = $2
    order by message.id`,
};

handleParentCalls({
  ...processMeasures,
  start({ connection, channelId, userId }: BareFetchOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    return listen((_request, response) => {
      void pool.query<PageRow>({ ...SELECT_PAGE, values: [channelId, userId] }).then(({ rows }) => {
        const messages = rows.map(({ flags, ...row }) => toMessageResponse(row, flags === 0 ? [] : ["starred"]));
        sendJson(response, { messages });
      });
    });
  },
});

interface PageRow {
  readonly flags: number;
}
