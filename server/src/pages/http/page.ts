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
 * Path of the file with the demo organization's credentials; null without a demo organization, or until the file is
 * written.
 */
export interface DemoFile {
  credentials: string | null;
}

/** The services of the running server that pages need. */
export interface PageServices {
  readonly db: Database;
  readonly snapshots: Pick<OrganizationSnapshots, "current">;
  readonly secret: Uint8Array;
  readonly logins: LoginServices;
  /** URL of the server, and the mail server that accepts its emails. */
  readonly site: { readonly url: string; readonly wireAliases: WireAliases; readonly smtpUrl?: string | undefined };
  readonly providers: readonly IdentityProvider[];
  /** The proxy that authenticates users; null: none. */
  readonly proxyProvider: ProxyProvider | null;
  /** The issuers whose JSON web tokens are accepted. */
  readonly signers: readonly JwtSigner[];
  readonly log: Logger;
  readonly demo: Readonly<DemoFile>;
  /** The page of the web client; null if it is not built. */
  readonly clientPage: Document | null;
  readonly limits: EmailRateRules;
}

/** The organization that a page belongs to. It is active. */
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
  /** Token of the browser's session, even if the session has ended. */
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
  /** Proves that a link that starts a login is on a page that we served to this browser. */
  readonly startToken: string;
  /** Whether the browser sends who initiated a navigation; otherwise links need that proof. */
  readonly hasFetchMetadata: boolean;
  /** Whether one of our pages, or the visitor, initiated this request; if false, another site may have. */
  readonly isUserInitiated: boolean;
  /** Whether one of our pages initiated it. */
  readonly isFromOurPage: boolean;
  /** Whether the request submits a form that we served to this browser. */
  readonly hasValidFormToken: boolean;
  /** Identifies this browser on the pages of this organization. */
  readonly browser: string;
  /**
   * The app that the visitor logs in for; null: for the browser itself. It is remembered for an hour, or until the
   * login is done.
   */
  flow: AppFlow | null;
  readonly now: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly isFromStockClient: boolean;
  /** The request as a proxy may have annotated it. */
  readonly proxiedRequest: ProxiedRequest;
  /** The organization's origin as the browser names it. */
  readonly origin: string;
}

/** A page to show. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Default 200. */
  readonly status?: number;
  /** Whether it is wider than a page with only a form. */
  readonly isWide?: boolean;
  /** The app that its form may redirect to. Default: the app that the visitor logs in for. */
  readonly leadsTo?: AppFlow | null;
  /** Its only script. Default: none. */
  readonly script?: string;
  /** Delay before the browser may send the next request, in seconds. */
  readonly retryAfter?: number;
}

/** A redirect with GET. The target is a path of this server, or a URL that a page built deliberately. */
export interface Redirect {
  readonly to: string;
  /** Token of the new session; null ends the browser's session. */
  readonly session?: string | null;
}

/** A document that is sent unchanged: one that programs read, or the web client. */
export interface Document {
  readonly contentType: string;
  readonly text: string;
  /** Its content policy, if it differs from that of our pages. */
  readonly policy?: string;
}

/** A path and its handlers. */
export interface Route {
  /** With `:name` for parameters. */
  readonly path: string;
  get?(visit: Visit): Promise<Page | Redirect | Document>;
  post?(visit: Visit): Promise<Page | Redirect | Document>;
  /**
   * Whether `get` changes anything. It then requires a GET request with which a browser opens the page. Default: false.
   */
  readonly hasEffects?: boolean;
  /** Whether other sites may submit forms to it. Default: false. */
  readonly acceptsCrossSiteForms?: boolean;
}
