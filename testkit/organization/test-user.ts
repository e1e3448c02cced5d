import type {
  ResponseOf,
  ExistingPath,
  CallParameters,
  Method,
  Parameters,
  ParametersOf,
  RouteOf,
} from "@parlance/client";
import type { Event } from "@parlance/contract/events/index.ts";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import {
  filesAsParameters,
  call,
  fetchPath,
  fetchHeadOfPath,
  type ApiResponse,
  type FetchedResponse,
  type Site,
  type UntypedResponse,
} from "../http.ts";
import { describeRecentLog } from "../servers/server-log.ts";

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly apiKey: string;
}

type MessageParameters = Partial<ParametersOf<"POST /messages">>;

type ResponseTo<M extends Method, P extends string> = Promise<ApiResponse<ResponseOf<RouteOf<M, P>>>>;

/** All capabilities that a client can have. With these, the server does not hide or convert any data. */
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

/** A user with an account who calls the API in tests. */
export class TestUser implements Account {
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

  /** Returns the same user, whose calls go to another process of the server. */
  at({ port }: { readonly port: number }): TestUser {
    return new TestUser({ ...this.site, port }, this);
  }

  /** Calls the API without type checks. The operation need not exist, and the parameters need not be valid. */
  call(
    method: string,
    path: string,
    parameters?: Parameters,
    headers: Record<string, string> = {},
  ): Promise<UntypedResponse> {
    return call(this.site, { method, path, parameters, headers: { ...this.credentials, ...headers } });
  }

  /** Headers that authenticate the user. */
  get credentials(): Readonly<Record<string, string>> {
    return { authorization: `Basic ${Buffer.from(`${this.email}:${this.apiKey}`).toString("base64")}` };
  }

  get<P extends string>(
    path: ExistingPath<"GET", P>,
    ...[parameters]: CallParameters<RouteOf<"GET", P>>
  ): ResponseTo<"GET", P> {
    return this.#request("GET", path, parameters);
  }
  post<P extends string>(
    path: ExistingPath<"POST", P>,
    ...[parameters]: CallParameters<RouteOf<"POST", P>>
  ): ResponseTo<"POST", P> {
    return this.#request("POST", path, parameters);
  }
  patch<P extends string>(
    path: ExistingPath<"PATCH", P>,
    ...[parameters]: CallParameters<RouteOf<"PATCH", P>>
  ): ResponseTo<"PATCH", P> {
    return this.#request("PATCH", path, parameters);
  }
  put<P extends string>(
    path: ExistingPath<"PUT", P>,
    ...[parameters]: CallParameters<RouteOf<"PUT", P>>
  ): ResponseTo<"PUT", P> {
    return this.#request("PUT", path, parameters);
  }
  delete<P extends string>(
    path: ExistingPath<"DELETE", P>,
    ...[parameters]: CallParameters<RouteOf<"DELETE", P>>
  ): ResponseTo<"DELETE", P> {
    return this.#request("DELETE", path, parameters);
  }

  /**
   * Calls the API. The response has the declared type of the operation, because test servers check every response
   * against its declaration.
   */
  #request<M extends Method, P extends string>(method: M, path: P, parameters?: Parameters): ResponseTo<M, P> {
    return this.call(method, path, parameters);
  }

  /** Uploads files, as a multipart form. */
  upload<P extends string>(
    path: ExistingPath<"POST", P>,
    files: readonly Uint8Array[],
    parameters: Parameters = {},
  ): ResponseTo<"POST", P> {
    return this.#request("POST", path, { ...parameters, ...filesAsParameters(files) });
  }

  /** Requests a URL outside of the API, with the API's credentials. */
  fetch(path: string, headers: Record<string, string> = {}): Promise<FetchedResponse> {
    return fetchPath(this.site, path, { ...this.credentials, ...headers });
  }

  /** Requests only the headers of a URL outside of the API. */
  fetchHead(path: string, headers: Record<string, string> = {}): Promise<FetchedResponse> {
    return fetchHeadOfPath(this.site, path, { ...this.credentials, ...headers });
  }

  /** Calls the API, and throws unless the call succeeds. */
  async callOrThrow<M extends Method, P extends string>(
    method: M,
    path: ExistingPath<M, P>,
    ...[parameters]: CallParameters<RouteOf<M, P>>
  ): ResponseTo<M, P> {
    const answer = await this.#request(method, path, parameters);
    if (answer.result !== "success") {
      const cause = answer.status === 500 ? describeRecentLog() : "";
      throw new Error(`${this.fullName}: ${method} ${path}: ${answer.code} ${answer.msg}${cause}`);
    }
    return answer;
  }

  /** Sends a message to a topic of a channel, given by name or id. Returns the message's id. */
  async sendToChannel(
    channel: string | number,
    { topic = "topic", content = "Hello", ...more }: MessageParameters = {},
  ): Promise<number> {
    const answer = await this.callOrThrow("POST", "/messages", {
      type: "channel",
      to: channel,
      topic,
      content,
      ...more,
    });
    return answer.id;
  }

  /** Sends a direct message. Returns the message's id. */
  async sendDirectMessage(
    people: Account | readonly Account[],
    { content = "Hello", ...more }: MessageParameters = {},
  ): Promise<number> {
    const to = [people].flat().map(({ id }) => id);
    const answer = await this.callOrThrow("POST", "/messages", { type: "direct", to, content, ...more });
    return answer.id;
  }

  /** Registers an event queue, by default as a client with all capabilities. */
  async registerQueue(parameters: ParametersOf<"POST /register"> = {}): Promise<Client> {
    const { body } = await this.callOrThrow("POST", "/register", {
      client_capabilities: ALL_CAPABILITIES,
      client_gravatar: false,
      apply_markdown: true,
      include_subscribers: "true",
      ...parameters,
    });
    return new Client(this, body as FullState);
  }

  /** Creates a channel. Returns its id. */
  async createChannel(
    name: string,
    subscribers: readonly Account[] = [this],
    more: Partial<ParametersOf<"POST /channels/create">> = {},
  ): Promise<number> {
    const ids = subscribers.map(({ id }) => id);
    const answer = await this.callOrThrow("POST", "/channels/create", { name, subscribers: ids, ...more });
    return answer.id;
  }
}

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

/** A member of a union type, in which the properties that exist only in other members are undefined. */
type Distinct<Member, Union> = Member extends object
  ? Member & { readonly [K in Exclude<KeyOf<Union>, keyof Member>]?: undefined }
  : Member;

type ValueAt<Key extends string, E = Event> = E extends Readonly<Record<Key, infer Value>> ? Value : never;
type ReceivedVariant<E> = E extends unknown
  ? { readonly [K in keyof E]: K extends "bot" | "person" ? Distinct<E[K], ValueAt<K>> : E[K] }
  : never;

/** An event as received. Properties that exist only in other events are undefined, even in its `person` or `bot`. */
export type ReceivedEvent = Distinct<ReceivedVariant<Event>, Event>;

/** Filter of a request for messages. */
export type Narrow = NonNullable<ParametersOf<"GET /messages">["narrow"]>;

/** The initial state of a client with an account that requests all data. */
export type FullState = { readonly [K in keyof RegisterResponse]-?: Exclude<RegisterResponse[K], undefined> } & {
  readonly queue_id: string;
};

/** A client of a user, with a registered event queue. */
export class Client {
  readonly user: TestUser;
  readonly state: FullState;
  readonly queueId: string;
  lastEventId: number;

  constructor(person: TestUser, state: FullState) {
    this.user = person;
    this.state = state;
    this.queueId = state.queue_id;
    this.lastEventId = state.last_event_id;
  }

  /** Polls once, and acknowledges the events received before. */
  async poll({ block = false }: { block?: boolean } = {}): Promise<ReceivedEvent[]> {
    const answer = await this.user.callOrThrow("GET", "/events", {
      queue_id: this.queueId,
      last_event_id: this.lastEventId,
      dont_block: !block,
    });
    this.lastEventId = answer.events.reduce((last, { id }) => Math.max(last, id), this.lastEventId);
    return answer.events;
  }

  /**
   * Polls until a poll returns the event with the given id or a later one, or no events. Returns all events except
   * heartbeats.
   */
  async eventsUpTo(id: number): Promise<ReceivedEvent[]> {
    const all: ReceivedEvent[] = [];
    for (;;) {
      const events = await this.poll();
      all.push(...events.filter(({ type }) => type !== "heartbeat"));
      if (events.length === 0 || this.lastEventId >= id) return all;
    }
  }
}
