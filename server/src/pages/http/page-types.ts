import type { Logger } from "pino";
import type { ProxiedRequest, ProxyProvider } from "#modules/sign-in/providers/proxy-provider.ts";
import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";
import type { IdentityProvider } from "#modules/sign-in/providers/login-provider.ts";
import type { AppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { EmailRateRules } from "#modules/sign-in/attempts/rate-limits.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import type { SessionUser } from "#modules/sign-in/sessions/sessions.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import type { Html } from "../layout/html.ts";

/**
 * Location of the demo organization's credentials file; null if there is no demo organization, or until the file is
 * written.
 */
export interface DemoFile {
  credentials: string | null;
}

/** The services of the running server that pages need. */
export interface PageServices {
  readonly db: Database;
  readonly snapshots: Pick<OrganizationSnapshots, "current" | "committed">;
  readonly secret: Uint8Array;
  readonly logins: LoginServices;
  /** URL of the server, its wire aliases, and the URL of the mail server that accepts its emails. */
  readonly site: { readonly url: string; readonly wireAliases: WireAliases; readonly smtpUrl?: string | undefined };
  readonly providers: readonly IdentityProvider[];
  /** The reverse proxy that authenticates users; null if there is none. */
  readonly proxyProvider: ProxyProvider | null;
  /** The issuers of accepted JSON web tokens. */
  readonly signers: readonly JwtSigner[];
  readonly log: Logger;
  readonly demo: Readonly<DemoFile>;
  /** The page of the web client; null if no web client is built. */
  readonly clientPage: Document | null;
  readonly limits: EmailRateRules;
}

/** The active organization that a page belongs to. */
export interface PageRealm extends RealmContext {
  readonly name: string;
  readonly description: string;
  readonly settings: RealmSettings;
}

/** A browser's request for a page. */
export interface Visit {
  readonly services: PageServices;
  readonly realm: PageRealm;
  /** The user who is logged in. */
  readonly user: SessionUser | null;
  /** Token of the browser's session, even if the session is no longer valid. */
  readonly sessionToken: string | null;
  /** Values of the path's parameters. */
  readonly path: Fields;
  /** The first value of each query parameter. */
  readonly query: Fields;
  /** The raw query string, without the question mark. */
  readonly queryText: string;
  /** Fields of the submitted form. */
  readonly form: Fields;
  /** Token that every form must send; `form()` in form.ts adds it. */
  readonly formToken: string;
  /** Token that proves that a link which starts a login is on a page that we served to this browser. */
  readonly startToken: string;
  /**
   * Whether the browser sends fetch metadata, which shows who initiated a navigation. If false, links need `startToken`
   * as a proof.
   */
  readonly hasFetchMetadata: boolean;
  /** Whether one of our pages or the visitor initiated this request. If false, another site may have initiated it. */
  readonly isUserInitiated: boolean;
  /** Whether one of our pages initiated this request. */
  readonly isFromOurPage: boolean;
  /** Whether the request submits a form that we served to this browser. */
  readonly hasValidFormToken: boolean;
  /** Identifier of this browser on the pages of this organization. */
  readonly browser: string;
  /**
   * The app for which the visitor logs in; null if the login is for the browser itself. Remembered for an hour, or
   * until the login is complete.
   */
  flow: AppFlow | null;
  readonly now: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly isFromStockClient: boolean;
  /** The request with the headers that a proxy may have added. */
  readonly proxiedRequest: ProxiedRequest;
  /** The organization's origin under which the browser sent the request. */
  readonly origin: string;
}

/** A page to show. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Status of the response. Default: 200. */
  readonly status?: number;
  /** Whether the page is wider than a page with only a form. */
  readonly isWide?: boolean;
  /** The app to which responses to the page's form may redirect. Default: the app for which the visitor logs in. */
  readonly leadsTo?: AppFlow | null;
  /** The page's only script. Default: no script. */
  readonly script?: string;
  /** Seconds after which the browser may send the next request. */
  readonly retryAfter?: number;
}

/** A redirect with GET. The target is a path of this server, or a URL that the page's code built. */
export interface Redirect {
  readonly to: string;
  /** Token of the new session; null ends the browser's session. */
  readonly session?: string | null;
}

/** A document that is sent unchanged: the web client, or a document that programs read. */
export interface Document {
  readonly contentType: string;
  readonly text: string;
  /** Content security policy of the document, if it differs from that of our pages. */
  readonly policy?: string;
}

/** A path and its handlers. */
export interface Route {
  /** Path of the page, with `:name` for parameters. */
  readonly path: string;
  get?(visit: Visit): Promise<Page | Redirect | Document>;
  post?(visit: Visit): Promise<Page | Redirect | Document>;
  /**
   * Whether `get` changes anything. If true, only a GET request that opens a page in a browser is accepted. Default:
   * false.
   */
  readonly hasEffects?: boolean;
  /** Whether other sites may submit forms to this path. Default: false. */
  readonly acceptsCrossSiteForms?: boolean;
}
