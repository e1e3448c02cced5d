import type { FastifyRequest } from "fastify";
import type { ProxiedRequest } from "#modules/sign-in/providers/proxy-provider.ts";
import { type SessionUser, findSessionUser } from "#modules/sign-in/sessions/sessions.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { type AppFlow, serializeAppFlowCookie, parseAppFlowCookie } from "#modules/sign-in/credentials/app-flow.ts";
import { type Fields, emptyFields, parseFields } from "@parlance/kernel/http/form.ts";
import { isSameOriginRequest } from "@parlance/kernel/http/same-site.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { initiatorOf } from "./navigation-initiator.ts";
import { cookieHeader, readCookie } from "./cookies.ts";
import {
  formToken,
  isFormToken,
  isStartToken,
  createFormCookie,
  START_FIELD,
  startToken,
  TOKEN_FIELD,
} from "./form-token.ts";
import type { PageRealm, PageServices, Visit } from "./page-types.ts";

type Realm = RealmContext & Pick<Row<"realm">, "name" | "description" | "settings">;

/** A request from a browser, with the cookies that it sent and those that the response will set. */
export class BrowserVisit implements Visit {
  readonly services: PageServices;
  readonly realm: PageRealm;
  readonly now: Date;
  readonly sessionToken: string | null;
  user: SessionUser | null = null;
  readonly #request: FastifyRequest;
  readonly #isSecure: boolean;
  readonly #formCookie: string | null;
  #newFormCookie: string | null = null;
  #flow: AppFlow | null;
  #hasOtherFlow = false;

  constructor(services: PageServices, realm: Realm, request: FastifyRequest, now: Date) {
    this.services = services;
    this.realm = { ...realm, settings: resolveRealmSettings(realm.settings) };
    this.now = now;
    this.#request = request;
    this.#isSecure = realm.url.startsWith("https:");
    const { cookie } = request.headers;
    this.sessionToken = readCookie(cookie, "session", this.#isSecure);
    this.#formCookie = readCookie(cookie, "form", this.#isSecure);
    this.#flow = parseAppFlowCookie(readCookie(cookie, "flow", this.#isSecure));
  }

  get flow(): AppFlow | null {
    return this.#flow;
  }

  set flow(flow: AppFlow | null) {
    if (serializeAppFlowCookie(flow) === serializeAppFlowCookie(this.#flow)) return;
    this.#flow = flow;
    this.#hasOtherFlow = true;
  }

  /** Sets `user` to the user who is logged in with the session cookie. */
  async recognize(): Promise<void> {
    const { services, realm, now, sessionToken } = this;
    if (sessionToken !== null)
      this.user = findSessionUser(await services.snapshots.current(realm.id), sessionToken, now);
  }

  get path(): Fields {
    return this.#request.params as Fields;
  }

  get query(): Fields {
    return parseFields(this.queryText);
  }

  get queryText(): string {
    const { url } = this.#request;
    const start = url.indexOf("?");
    return start < 0 ? "" : url.slice(start + 1);
  }

  get form(): Fields {
    return (this.#request.body as Fields | undefined) ?? emptyFields;
  }

  get ip(): string {
    return this.#request.ip;
  }

  get userAgent(): string {
    return this.#request.headers["user-agent"] ?? "";
  }

  get isFromStockClient(): boolean {
    return this.services.site.wireAliases.isStockClient(this.userAgent);
  }

  get proxiedRequest(): ProxiedRequest {
    const { raw } = this.#request;
    return { peer: raw.socket.remoteAddress ?? "", header: (name) => raw.headersDistinct[name] ?? [] };
  }

  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`;
  }

  /** Token for forms, bound to the form cookie, which is created if the browser has none yet. */
  get formToken(): string {
    this.#newFormCookie ??= this.#formCookie === null ? createFormCookie() : null;
    return this.#tokenFor(this.#formCookie ?? this.#newFormCookie ?? "");
  }

  get startToken(): string {
    void this.formToken;
    return startToken({ ...this.#binding, cookie: this.#formCookie ?? this.#newFormCookie ?? "" });
  }

  get hasFetchMetadata(): boolean {
    return this.#request.headers["sec-fetch-site"] !== undefined;
  }

  get isFromOurPage(): boolean {
    return initiatorOf(this.#request.headers) === "own page";
  }

  get isUserInitiated(): boolean {
    if (initiatorOf(this.#request.headers) !== "unknown") return true;
    const cookie = this.#formCookie;
    return cookie !== null && isStartToken(this.query[START_FIELD], { ...this.#binding, cookie });
  }

  get browser(): string {
    return this.formToken;
  }

  get hasValidFormToken(): boolean {
    const { headers, host } = this.#request;
    const binding = this.#formCookie !== null && { ...this.#binding, cookie: this.#formCookie };
    return (
      binding && isSameOriginRequest(headers, host, this.realm.url) && isFormToken(this.form[TOKEN_FIELD], binding)
    );
  }

  /**
   * Returns the `Set-Cookie` headers of the response. `session` is the new session token; null removes the session
   * cookie, undefined leaves it unchanged.
   */
  cookies(session: string | null | undefined): string[] {
    return [
      ...(this.#newFormCookie === null ? [] : [cookieHeader("form", this.#newFormCookie, this.#isSecure)]),
      ...(session === undefined ? [] : [cookieHeader("session", session, this.#isSecure)]),
      ...(this.#hasOtherFlow ? [cookieHeader("flow", serializeAppFlowCookie(this.#flow), this.#isSecure)] : []),
    ];
  }

  get #binding() {
    return { secret: this.services.secret, realm: this.realm };
  }

  #tokenFor(cookie: string): string {
    return formToken({ ...this.#binding, cookie });
  }
}
