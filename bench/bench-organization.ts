import { roles } from "@parlance/contract/entities/roles.ts";
import { deriveApiKey } from "@parlance/server/modules/sign-in/api-keys/api-key.ts";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { readPosition } from "@parlance/kernel/events/event-log.ts";
import { createRealm } from "@parlance/server/modules/organizations/settings/actions/create-realm.ts";
import { ensureSystemRealm } from "@parlance/server/modules/organizations/settings/actions/ensure-system-realm.ts";
import { createUser } from "@parlance/server/modules/users/accounts/actions/creation/create-user.ts";
import { addBulkMembers } from "./testkit-exports.ts";
import { HttpConnection, bodyText } from "./http-connection.ts";
import { encodeRequest, type Request } from "./request.ts";
import type { Postgres } from "./postgres.ts";
import { SECRET, SITE } from "./server-settings.ts";

/** A user who can send requests to the server. */
export interface BenchUser {
  readonly id: number;
  readonly authorization: string;
}

/**
 * An organization in a separate database, which a measurement fills with data. At first, its owner is its only user.
 */
export class BenchOrganization implements AsyncDisposable {
  readonly connection: ConnectionSettings;
  readonly db: PostgresDatabase;
  readonly realmId: number;
  readonly owner: BenchUser;

  private constructor(connection: ConnectionSettings, db: PostgresDatabase, realmId: number, owner: BenchUser) {
    this.connection = connection;
    this.db = db;
    this.realmId = realmId;
    this.owner = owner;
  }

  static async create(postgres: Pick<Postgres, "createDatabase">): Promise<BenchOrganization> {
    const connection = await postgres.createDatabase();
    const db = new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });
    return db.write(async (tx) => {
      const now = new Date();
      await ensureSystemRealm(tx, now);
      const { id: realmId } = await createRealm(tx, { subdomain: "", name: "Bench", now });
      const realm = { id: realmId, url: SITE };
      const email = "owner@example.com";
      const owner = { realm, fullName: "Owner", email, role: roles.owner, passwordHash: null, now };
      const { id } = await createUser(tx, owner);
      return new BenchOrganization(connection, db, realmId, createBenchUser(id, email));
    });
  }

  /** Sends a request to the organization's server, and returns the parsed response. */
  async request<T>(port: number, request: Omit<Request, "authorization">, who = this.owner): Promise<T> {
    using connection = await HttpConnection.open(port);
    const answer = await connection.fetch(encodeRequest({ ...request, authorization: who.authorization }));
    return JSON.parse(bodyText(answer)) as T;
  }

  /**
   * Creates a channel with `size` new members. Must be called before any client polls, because no events are emitted
   * for the members.
   */
  async addChannel(port: number, { name, size }: { name: string; size: number }): Promise<Channel> {
    const parameters = { name, subscribers: [] };
    const { id } = await this.request<{ id: number }>(port, { method: "POST", path: "/channels/create", parameters });
    await addBulkMembers(this.db, { realmId: this.realmId, channelId: id, size });
    return { id, name };
  }

  /** Adds messages to a topic, sent by the owner. `messages`: their number. Returns the id of the first message. */
  async addTopic(channel: Channel, { topic, messages }: { topic: string; messages: number }): Promise<number> {
    const { rows } = await this.db.pool.query<{ first: string }>(
      `with sent as (
         insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
         select nextval('message_id'), $1, recipient_id, $2, $5, lower($5), 'Who comes?', '<p>Who comes?</p>', now(), 'bench'
         from channel, generate_series(1, $3::int) where channel.id = $4
         returning id
       ), counted as (
         update realm_counter set last_message_id = (select max(id) from sent) where realm_id = $1
       )
       select min(id) as first from sent`,
      [this.realmId, this.owner.id, messages, channel.id, topic],
    );
    return Number(rows[0]?.first);
  }

  /** Returns credentials for an existing user. */
  async createUserSession(id: number): Promise<BenchUser> {
    const { rows } = await this.db.pool.query<{ email: string }>(
      "select delivery_email as email from account where id = $1",
      [id],
    );
    return createBenchUser(id, rows[0]?.email ?? "");
  }

  /** Loads some of the subscribers of a channel. */
  async loadSubscribers(channel: Channel, count: number): Promise<BenchUser[]> {
    const { rows } = await this.db.pool.query<{ id: number; email: string }>(
      `select account.id, account.delivery_email as email
       from subscription join account on account.id = subscription.user_id
       where subscription.channel_id = $1 order by account.id limit $2`,
      [channel.id, count],
    );
    return rows.map(({ id, email }) => createBenchUser(id, email));
  }

  /** Registers an event queue for messages for each of these users. Returns the ids of the queues. */
  async addQueues(people: readonly BenchUser[]): Promise<string[]> {
    const options = {
      event_types: ["message"],
      apply_markdown: true,
      client_gravatar: true,
      slim_presence: true,
      all_public_streams: false,
      narrow: [],
      client_capabilities: { empty_topic_name: true },
      client: "bench",
    };
    const { rows } = await this.db.pool.query<{ id: string }>(
      `insert into event_queue (id, realm_id, user_id, options, start_event_id, acked_event_id, last_used_at, created_at)
       select gen_random_uuid()::text, counter.realm_id, user_id, $1::json,
         counter.last_event_id, counter.last_event_id, now(), now()
       from realm_counter counter, unnest($2::int[]) as user_id
       where counter.realm_id = $3 returning id`,
      [JSON.stringify(options), people.map(({ id }) => id), this.realmId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Updates the database's statistics and writes all changes to disk, which PostgreSQL otherwise does from time to
   * time. Must be called after the database has been filled.
   */
  async flushStatistics(): Promise<void> {
    await this.db.pool.query("vacuum analyze");
    await this.db.pool.query("checkpoint");
  }

  /** Returns the id of the newest event. */
  async lastEventId(): Promise<number> {
    return (await readPosition(this.db.reader, this.realmId)).eventId;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.close();
  }
}

export interface Channel {
  readonly id: number;
  readonly name: string;
}

function createBenchUser(id: number, email: string): BenchUser {
  const credentials = Buffer.from(`${email}:${deriveApiKey(SECRET, id, 1)}`).toString("base64");
  return { id, authorization: `Basic ${credentials}` };
}
