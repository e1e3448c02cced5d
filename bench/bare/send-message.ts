// A bare server that does only the minimum for storing a message sent over HTTP: it authenticates the sender, inserts a
// row, and returns the row's id.
import { parse } from "node:querystring";
import pg from "pg";
import { handleParentCalls, processMeasures } from "../child-process.ts";
import { POOL_SIZE } from "../server-settings.ts";
import { listen, readBody } from "./plain-server.ts";

export interface BareSendOptions {
  readonly connection: pg.PoolConfig;
  /** Ids of users by their `Authorization` header. */
  readonly users: Readonly<Record<string, number>>;
}

const TABLE = `create table bare_message (
  id bigint generated always as identity primary key, sender_id int not null,
  channel text not null, topic text not null, content text not null, sent_at timestamptz not null default now())`;
const INSERT = {
  name: "insert",
  text: "insert into bare_message (sender_id, channel, topic, content) values ($1, $2, $3, $4) returning id",
};

handleParentCalls({
  ...processMeasures,
  async start({ connection, users }: BareSendOptions): Promise<number> {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    await pool.query(TABLE);
    return listen((request, response) => {
      const sender = users[request.headers.authorization ?? ""];
      if (sender === undefined) {
        response.writeHead(401).end();
        return;
      }
      void readBody(request).then(async (body) => {
        const { to, topic, content } = parse(body);
        const { rows } = await pool.query<{ id: string }>({ ...INSERT, values: [sender, to, topic, content] });
        const json = JSON.stringify({ result: "success", msg: "", id: Number(rows[0]?.id) });
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
        response.end(json);
      });
    });
  },
});
