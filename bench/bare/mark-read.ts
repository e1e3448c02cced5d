// A bare server that does only the minimum for marking a range of messages as read, if each user has a row for each
// message: it finds the rows of the range and updates them.
import { parse } from "node:querystring";
import pg from "pg";
import { handleParentCalls, processMeasures } from "../child-process.ts";
import { POOL_SIZE } from "../server-settings.ts";
import { listen, readBody } from "./plain-server.ts";

export interface BareMarkOptions {
  readonly connection: pg.PoolConfig;
  readonly channelId: number;
  readonly userId: number;
}

const TABLE = `create table bare_mark (
  user_id int not null, message_id bigint not null, is_read boolean not null, primary key (user_id, message_id)
) with (fillfactor = 50)`;
const FILL = `insert into bare_mark select $1, message.id, false
  from message join channel using (recipient_id) where channel.id = $2`;
const UPDATE = {
  name: "mark",
  text: `
    with wanted as (
      select id from message where recipient_id = (select recipient_id from channel where id = $2)
      order by id desc limit $3
    )
    update bare_mark set is_read = $4 from wanted
    where user_id = $1 and message_id = wanted.id and is_read <> $4 returning message_id`,
};

handleParentCalls({
  ...processMeasures,
  async start({ connection, channelId, userId }: BareMarkOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    await pool.query(TABLE);
    await pool.query(FILL, [userId, channelId]);
    return listen((request, response) => {
      void readBody(request).then(async (body) => {
        const { op, num_before: anchor } = parse(body);
        const values = [userId, channelId, anchor, op === "add"];
        const { rows } = await pool.query<{ message_id: string }>({ ...UPDATE, values });
        const json = JSON.stringify({ result: "success", msg: "", updated_count: rows.length });
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
        response.end(json);
      });
    });
  },
});
