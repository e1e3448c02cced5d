import type { FastifyReply, FastifyRequest } from "fastify";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext, RequestInfo } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Fields, emptyFields, parseFields } from "./form.ts";
import type { SentParameters } from "./parse-parameters.ts";

/** Maximum length of a client's name, in characters. */
const MAX_CLIENT_NAME_CHARACTERS = 30;

/** Name of a client that has not sent one, or not yet. */
export const UNNAMED_CLIENT = "Unspecified";

/** Methods that the field `method` of a POST may select. */
const OVERRIDABLE_METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** A query string as the router stores it: its text, parsed on demand. */
export interface RawQuery {
  readonly text: string;
}

/**
 * A request and its response. It lives as long as the request, of which tens of thousands may be waiting. So it does
 * not store anything that the request contains, and creates everything on demand.
 */
export class Exchange implements RequestInfo {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The path as declared, such as `/users/:user_id`. */
  readonly route: string;
  readonly startedAt = performance.now();
  realm: RealmContext | null = null;
  actor: Actor | null = null;
  /** The organization snapshot by which the request was authorized. */
  snapshot: OrganizationSnapshot | null = null;
  /** Revision of the organization snapshot when the request was authorized. */
  revision = 0;
  /** The endpoint that the request was authorized for, once it was. */
  authorizedFor: Endpoint | null = null;
  client = UNNAMED_CLIENT;
  isFromStockClient = false;
  /** Whether the rate limits already include the request. */
  isCounted = false;
  /** Cost of the request in the rate limits, without the size of its response. */
  cost = 0;
  /** Number of additional counts for the size of its response. */
  countedPieces = 0;
  #endTurn: (() => void) | undefined;
  #aborted: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, route: string) {
    this.request = request;
    this.reply = reply;
    this.route = route;
  }

  /** Whether it is the turn of this request's large work. */
  get isInTurn(): boolean {
    return this.#endTurn !== undefined;
  }

  /** Starts the turn. `end` passes it on to the next request. */
  startTurn(end: () => void): void {
    this.#endTurn = end;
  }

  /** Ends the turn if there is one, because the response is complete or will not be created. */
  endLargeWork(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  get id(): string {
    return this.request.id;
  }

  /** The effective method: GET for a HEAD, and the field `method` of a POST if it has one. */
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
    else this.reply.raw.once("close", () => this.isDisconnected && act());
  }

  get signal(): AbortSignal {
    if (!this.#aborted) {
      const controller = new AbortController();
      this.#aborted = controller;
      this.onDisconnect(() => controller.abort());
    }
    return this.#aborted.signal;
  }

  /** Whether the client has disconnected before receiving the response. */
  get isDisconnected(): boolean {
    return this.reply.raw.destroyed && !this.reply.raw.writableFinished;
  }

  get body(): Fields {
    return (this.request.body as Fields | undefined) ?? emptyFields;
  }

  /** The path parameters found by the router. The rest of a path is under `*`. */
  get segments(): Fields {
    return this.request.params as Fields;
  }

  /** Parses the query string's fields each time, without storing them. */
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
