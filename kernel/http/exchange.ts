import type { FastifyReply, FastifyRequest } from "fastify";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext, RequestInfo } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Fields, emptyFields, parseFields } from "./form.ts";
import type { SentParameters } from "./parse-parameters.ts";

/** Longest name of a client that is kept, in characters. */
const MAX_CLIENT_NAME_CHARACTERS = 30;

/** For a client that has given no name, or not yet. */
export const UNNAMED_CLIENT = "Unspecified";

/** Methods that a POST may stand for. */
const OVERRIDABLE_METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** What the router keeps of a query string: its text, parsed when somebody asks. */
export interface RawQuery {
  readonly text: string;
}

/**
 * One request and its answer. It lives as long as the request is held, of which there may be tens of thousands: what
 * can be had from the request is not kept a second time, and nothing is made before it is asked for.
 */
export class Exchange implements RequestInfo {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The path as declared, such as `/users/:user_id`. */
  readonly route: string;
  readonly startedAt = performance.now();
  realm: RealmContext | null = null;
  actor: Actor | null = null;
  /** The organization in memory, by which it is decided what may be done. */
  snapshot: OrganizationSnapshot | null = null;
  /** Of the directory, when the request was let in. */
  revision = 0;
  /** To whose callers the request belongs, once that is known. */
  authorizedFor: Endpoint | null = null;
  client = UNNAMED_CLIENT;
  isFromStockClient = false;
  /** Whether the request counts in the rate limits already. */
  isCounted = false;
  /** What it counts for, without the size of its response. */
  cost = 0;
  /** How many times it counts besides, for the size of its response. */
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

  /** Starts the turn; `end` lets the next request have it. */
  startTurn(end: () => void): void {
    this.#endTurn = end;
  }

  /** Ends the turn if there is one: all of the response is made, or will not be. */
  endLargeWork(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  get id(): string {
    return this.request.id;
  }

  /** The method that is meant: GET for a HEAD, and what a POST's field `method` says if it says one. */
  get method(): string {
    const { method } = this.request;
    if (method === "HEAD") return "GET";
    const named = method === "POST" ? this.body["method"]?.toUpperCase() : undefined;
    return named === undefined ? method : OVERRIDABLE_METHODS.has(named) ? named : "(unknown)";
  }

  /** Without the query string. */
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

  /** Whether nobody waits for the answer any more. */
  get isDisconnected(): boolean {
    return this.reply.raw.destroyed && !this.reply.raw.writableFinished;
  }

  get body(): Fields {
    return (this.request.body as Fields | undefined) ?? emptyFields;
  }

  /** What the router found in the path; all the rest of it under `*`. */
  get segments(): Fields {
    return this.request.params as Fields;
  }

  /** The query string's fields; parsed again each time, not kept. */
  parseQuery(): Fields {
    return parseFields((this.request.query as RawQuery).text);
  }

  /** Notes the name of the client: the parameter `client`, else the product that User-Agent names first. */
  nameClient({ body, query }: SentParameters): void {
    const sent = (body["client"] ?? query["client"])?.replaceAll("\0", "").trim();
    const name = sent || /^[^/\s]+/.exec(this.userAgent)?.[0];
    if (name)
      this.client =
        name.length > MAX_CLIENT_NAME_CHARACTERS ? [...name].slice(0, MAX_CLIENT_NAME_CHARACTERS).join("") : name;
  }
}
