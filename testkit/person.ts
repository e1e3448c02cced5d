import { call, fetchAt, type Answer, type Fetched, type Parameters, type Site } from "./http.ts";

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly apiKey: string;
}

type Message = { readonly content?: string; readonly topic?: string } & Parameters;

/** All that a client can be capable of, so that nothing is hidden or translated for it. */
export const ALL_CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

/** Somebody with an account, who calls the API. */
export class Person implements Account {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly apiKey: string;
  readonly site: Site;

  constructor(site: Site, { id, email, fullName, apiKey }: Account) {
    this.site = site;
    this.id = id;
    this.email = email;
    this.fullName = fullName;
    this.apiKey = apiKey;
  }

  /** The same person, who calls another process of the server. */
  at({ port }: { readonly port: number }): Person {
    return new Person({ ...this.site, port }, this);
  }

  call(method: string, path: string, parameters?: Parameters, headers: Record<string, string> = {}): Promise<Answer> {
    return call(this.site, { method, path, parameters, headers: { authorization: this.#credentials, ...headers } });
  }

  get #credentials(): string {
    return `Basic ${Buffer.from(`${this.email}:${this.apiKey}`).toString("base64")}`;
  }

  get(path: string, parameters?: Parameters): Promise<Answer> {
    return this.call("GET", path, parameters);
  }
  post(path: string, parameters?: Parameters): Promise<Answer> {
    return this.call("POST", path, parameters);
  }
  patch(path: string, parameters?: Parameters): Promise<Answer> {
    return this.call("PATCH", path, parameters);
  }
  delete(path: string, parameters?: Parameters): Promise<Answer> {
    return this.call("DELETE", path, parameters);
  }

  /** Sends files, in a form of several parts. */
  uploads(path: string, files: readonly Uint8Array[], parameters?: Parameters): Promise<Answer> {
    return call(this.site, { method: "POST", path, parameters, files, headers: { authorization: this.#credentials } });
  }

  /** Gets what is at an address outside of the API, with the API's credentials. */
  fetches(path: string, headers: Record<string, string> = {}): Promise<Fetched> {
    return fetchAt(this.site, path, { authorization: this.#credentials, ...headers });
  }

  /** A call where anything but success is the end of the test. */
  async does(method: string, path: string, parameters?: Parameters): Promise<Answer> {
    const answer = await this.call(method, path, parameters);
    if (answer.result !== "success")
      throw new Error(`${this.fullName}: ${method} ${path}: ${answer.code} ${answer.msg}`);
    return answer;
  }

  /** Writes into a topic of a channel, by name or id. Returns the message's id. */
  async writes(
    channel: string | number,
    { topic = "topic", content = "Hello", ...more }: Message = {},
  ): Promise<number> {
    const answer = await this.does("POST", "/messages", { type: "channel", to: channel, topic, content, ...more });
    return answer["id"] as number;
  }

  /** Writes to people directly. Returns the message's id. */
  async writesTo(people: Account | readonly Account[], { content = "Hello", ...more }: Message = {}): Promise<number> {
    const to = [people].flat().map(({ id }) => id);
    const answer = await this.does("POST", "/messages", { type: "direct", to, content, ...more });
    return answer["id"] as number;
  }

  /** Opens an event queue, as a client that knows everything unless told otherwise. */
  async registers(parameters: Parameters = {}): Promise<Client> {
    const state = await this.does("POST", "/register", {
      client_capabilities: ALL_CAPABILITIES,
      client_gravatar: false,
      apply_markdown: true,
      include_subscribers: "true",
      ...parameters,
    });
    return new Client(this, state);
  }

  /** Creates a channel. Returns its id. */
  async creates(name: string, subscribers: readonly Account[] = [this], more: Parameters = {}): Promise<number> {
    const ids = subscribers.map(({ id }) => id);
    const answer = await this.does("POST", "/channels/create", { name, subscribers: ids, ...more });
    return answer["id"] as number;
  }
}

/** An event as it arrives; tests look at any member. */
export type ReceivedEvent = {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [member: string]: any;
};

/** A program of a person's with an open event queue. */
export class Client {
  readonly person: Person;
  readonly state: Answer;
  readonly queueId: string;
  lastEventId: number;

  constructor(person: Person, state: Answer) {
    this.person = person;
    this.state = state;
    this.queueId = state["queue_id"] as string;
    this.lastEventId = state["last_event_id"] as number;
  }

  /** One poll; acknowledges what came before. */
  async polls({ block = false }: { block?: boolean } = {}): Promise<ReceivedEvent[]> {
    const answer = await this.person.does("GET", "/events", {
      queue_id: this.queueId,
      last_event_id: this.lastEventId,
      dont_block: !block,
    });
    const events = answer["events"] as ReceivedEvent[];
    this.lastEventId = events.reduce((last, { id }) => Math.max(last, id), this.lastEventId);
    return events;
  }

  /** Everything up to an event, heartbeats aside. */
  async eventsUpTo(id: number): Promise<ReceivedEvent[]> {
    const all: ReceivedEvent[] = [];
    for (;;) {
      const events = await this.polls();
      all.push(...events.filter(({ type }) => type !== "heartbeat"));
      if (events.length === 0 || this.lastEventId >= id) return all;
    }
  }
}
