// A bare server that does only the minimum for moving a topic: it changes the topic of each message.
import { parse } from "node:querystring";
import pg from "pg";
import { handleParentCalls, processMeasures } from "../child-process.ts";
import { POOL_SIZE } from "../server-settings.ts";
import { listen, readBody } from "./plain-server.ts";

export interface BareMoveOptions {
  readonly connection: pg.PoolConfig;
  readonly channelId: number;
}

const TABLE = `create table bare_moved (
  id bigint primary key, recipient_id int not null, topic text not null, topic_key text not null, content text not null,
  rendered_content text not null
)`;
const INDEX = `create index on bare_moved (recipient_id, topic_key, id)`;
const FILL = `insert into bare_moved select message.id, message.recipient_id, topic, topic_key, content, rendered_content
  from message join channel using (recipient_id) where channel.id = $1 and message.client = 'bench'`;
const UPDATE = {
  name: "move",
  text: `
    update bare_moved set topic = $1, topic_key = lower($1)
    where recipient_id = (select recipient_id from channel where id = $2) and topic_key <> lower($1)`,
};

handleParentCalls({
  ...processMeasures,
  async start({ connection, channelId }: BareMoveOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    await pool.query(TABLE);
    await pool.query(INDEX);
    await pool.query(FILL, [channelId]);
    return listen((request, response) => {
      void readBody(request).then(async (body) => {
        const { topic } = parse(body);
        await pool.query({ ...UPDATE, values: [topic, channelId] });
        const json = JSON.stringify({ result: "success", msg: "" });
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
        response.end(json);
      });
    });
  },
});
