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

/** Where the credentials of the demo organization lie; null without one, and until it is there. */
export interface DemoFile {
  credentials: string | null;
}

/** What pages need of the running server. */
export interface PageServices {
  readonly db: Database;
  readonly snapshots: Pick<OrganizationSnapshots, "current">;
  readonly secret: Uint8Array;
  readonly logins: LoginServices;
  /** Where the server is reached, and what takes its mail. */
  readonly site: { readonly url: string; readonly wireAliases: WireAliases; readonly smtpUrl?: string | undefined };
  readonly providers: readonly IdentityProvider[];
  /** The proxy that says who people are; null: none does. */
  readonly proxyProvider: ProxyProvider | null;
  /** Whose JSON web tokens count. */
  readonly signers: readonly JwtSigner[];
  readonly log: Logger;
  readonly demo: Readonly<DemoFile>;
  /** The page of the web client; null where it is not built. */
  readonly clientPage: Document | null;
  readonly limits: EmailRateRules;
}

/** The organization that a page is of. It is active. */
export interface PageRealm extends RealmContext {
  readonly name: string;
  readonly description: string;
  readonly settings: RealmSettings;
}

/** One request of a browser. */
export interface Visit {
  readonly services: PageServices;
  readonly realm: PageRealm;
  /** Who is signed in. */
  readonly user: SessionUser | null;
  /** Of the browser's session, also where that has ended. */
  readonly sessionToken: string | null;
  /** The values of the path's parameters. */
  readonly path: Fields;
  /** The first value of each name in the address. */
  readonly query: Fields;
  /** The query string as it came, without the question mark. */
  readonly queryText: string;
  /** What was sent with the form. */
  readonly form: Fields;
  /** Has to be sent with every form; `form()` in form.ts sees to it. */
  readonly formToken: string;
  /** Proves that a link which starts a sign-in stands on a page that we gave this browser. */
  readonly startToken: string;
  /** Whether the browser says who has it open pages; else links need that proof. */
  readonly hasFetchMetadata: boolean;
  /** Whether a page of ours, or the visitor, had the browser ask for this; no: another site may have. */
  readonly isUserInitiated: boolean;
  /** Whether it was a page of ours. */
  readonly isFromOurPage: boolean;
  /** Whether what is sent is a form that this browser had from us. */
  readonly hasValidFormToken: boolean;
  /** What tells this browser from others, on the pages of this organization. */
  readonly browser: string;
  /** The app for which somebody signs in; null: for the browser itself. It stays so, for an hour, until that is done. */
  flow: AppFlow | null;
  readonly now: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly isFromStockClient: boolean;
  /** What a proxy may have said of the visitor. */
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
  /** Whether it has more than a form. */
  readonly isWide?: boolean;
  /** The app to which its form may lead. Default: the one for which the visitor signs in. */
  readonly leadsTo?: AppFlow | null;
  /** The one script that it has; default: none. */
  readonly script?: string;
  /** How long the browser has to wait before it asks again, in seconds. */
  readonly retryAfter?: number;
}

/** Where to go on, with GET. It is a path of this server's own, or an address that a page made on purpose. */
export interface Redirect {
  readonly to: string;
  /** The token of the session that begins; null: the browser's session ends. */
  readonly session?: string | null;
}

/** A document as it is: what programs read, or the web client. */
export interface Document {
  readonly contentType: string;
  readonly text: string;
  /** What it may do, where that is not what our pages may. */
  readonly policy?: string;
}

/** All about one path. */
export interface Route {
  /** With `:name` for its parameters. */
  readonly path: string;
  get?(visit: Visit): Promise<Page | Redirect | Document>;
  post?(visit: Visit): Promise<Page | Redirect | Document>;
  /** Whether `get` does more than look. Then only a browser that opens the page gets there, with GET. Default: no. */
  readonly hasEffects?: boolean;
  /** Whether other sites may send forms there. Default: no. */
  readonly acceptsCrossSiteForms?: boolean;
}
