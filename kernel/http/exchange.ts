import type { FastifyReply, FastifyRequest } from "fastify";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext, RequestInfo } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Fields, emptyFields, parseFields } from "./form.ts";
import type { SentParameters } from "./parse-parameters.ts";

/** Maximum length of a client's name, in characters. */
const MAX_CLIENT_NAME_CHARACTERS = 30;

/** Name of a client that has not sent a name, or whose request has not been parsed yet. */
export const UNNAMED_CLIENT = "Unspecified";

/** Methods that a POST request can select with the field `method`. */
const OVERRIDABLE_METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** A query string as the router stores it: as text, which is parsed on demand. */
export interface RawQuery {
  readonly text: string;
}

/**
 * A request and its response. It exists as long as the request is in progress, and tens of thousands of requests may be
 * waiting. To save memory, it stores nothing that the request already contains, and computes such values on demand.
 */
export class Exchange implements RequestInfo {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The path of the route as declared, such as `/users/:user_id`. */
  readonly route: string;
  readonly startedAt = performance.now();
  realm: RealmContext | null = null;
  actor: Actor | null = null;
  /** The organization snapshot with which the request was authorized. */
  snapshot: OrganizationSnapshot | null = null;
  /** Revision of the organization snapshot when the request was authorized. */
  revision = 0;
  /** The endpoint for which the request was authorized. Null before that. */
  authorizedFor: Endpoint | null = null;
  client = UNNAMED_CLIENT;
  isFromStockClient = false;
  /** Whether the request has been counted in the rate limits. */
  isCounted = false;
  /** Cost of the request in the rate limits, without the cost of the response's size. */
  cost = 0;
  /** Number of times that the cost was counted again because of the size of the response or of large work. */
  countedPieces = 0;
  #endTurn: (() => void) | undefined;
  #aborted: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, route: string) {
    this.request = request;
    this.reply = reply;
    this.route = route;
  }

  /** Whether this request currently holds its account's turn for large work. */
  get isInTurn(): boolean {
    return this.#endTurn !== undefined;
  }

  /** Starts the request's turn for large work. `end` passes the turn on to the next request. */
  startTurn(end: () => void): void {
    this.#endTurn = end;
  }

  /** Ends the request's turn for large work if it has one, because the response is complete or will not be created. */
  endLargeWork(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  get id(): string {
    return this.request.id;
  }

  /** The effective method: GET for a HEAD request, and the field `method` of a POST request that has this field. */
  get method(): string {
    const { method } = this.request;
    if (method === "HEAD") return "GET";
    const named = method === "POST" ? this.body["method"]?.toUpperCase() : undefined;
    return named === undefined ? method : OVERRIDABLE_METHODS.has(named) ? named : "(unknown)";
  }

  /** The path without the query string. */
  get path(): string {
    const { url } = this.request;
    const question = url.indexOf("?");
    return question === -1 ? url : url.slice(0, question);
  }

  get ip(): string {
    return this.request.ip;
  }

  get userAgent(): string {
    return this.request.headers["user-agent"] ?? "";
  }

  useStockNames(): void {
    this.isFromStockClient = true;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  }

  onDisconnect(act: () => void): void {
    if (this.isDisconnected) act();
    // Emitted only once, so the listener need not be removed, which would need more memory.
    else this.reply.raw.on("close", () => this.isDisconnected && act());
  }

  get signal(): AbortSignal {
    if (!this.#aborted) {
      const controller = new AbortController();
      this.#aborted = controller;
      this.onDisconnect(() => controller.abort());
    }
    return this.#aborted.signal;
  }

  /** Whether the client has disconnected before it received the whole response. */
  get isDisconnected(): boolean {
    return this.reply.raw.destroyed && !this.reply.raw.writableFinished;
  }

  get body(): Fields {
    return (this.request.body as Fields | undefined) ?? emptyFields;
  }

  /** The path parameters that the router found. The parameter `*` is the rest of the path. */
  get segments(): Fields {
    return this.request.params as Fields;
  }

  /** Parses the query string. The result is not stored, so each call parses it again. */
  parseQuery(): Fields {
    return parseFields((this.request.query as RawQuery).text);
  }

  /** Stores the client's name: the parameter `client`, otherwise the first product in User-Agent. */
  nameClient({ body, query }: SentParameters): void {
    const sent = (body["client"] ?? query["client"])?.replaceAll("\0", "").trim();
    const name = sent || /^[^/\s]+/.exec(this.userAgent)?.[0];
    if (name)
      this.client =
        name.length > MAX_CLIENT_NAME_CHARACTERS ? [...name].slice(0, MAX_CLIENT_NAME_CHARACTERS).join("") : name;
  }
}
