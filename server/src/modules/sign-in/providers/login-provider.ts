import type { ExternalMethodName } from "#modules/organizations/core/authentication-methods.ts";
import type { Identity } from "../core/identities/identity.ts";
import type { AdmissionRule, RefreshableField } from "../core/identities/common-provider-settings.ts";

/** URL to which a browser is redirected for a login, and data (`providerState`) needed when the browser returns. */
export interface AuthorizationRedirect {
  readonly url: string;
  readonly providerState: Readonly<Record<string, string>>;
}

/** The identity that a provider has asserted, and the id of the assertion, which must not be accepted twice. */
export interface AuthenticatedIdentity {
  readonly identity: Identity;
  /** Null if the protocol itself prevents a second use. */
  readonly assertionId: string | null;
}

/** Data of the request with which a browser returns from a provider. */
export interface ProviderCallback {
  /** The organization's own URL. */
  readonly realmUrl: string;
  /** Query string or form fields that the provider sends with the browser. */
  readonly response: string;
  readonly state: string;
  /** Data stored when the login started; null if the provider started the login. */
  readonly providerState: Readonly<Record<string, string>> | null;
}

/** An external service that authenticates users. */
export interface LoginProvider {
  /** Kind of the provider, as it appears in URLs. */
  readonly kind: "oidc" | "saml" | "proxy";
  readonly name: string;
  /** Issuer under which identities of this provider are stored. */
  readonly issuer: string;
  /** Login method that organizations can enable and disable. */
  readonly method: ExternalMethodName;
  readonly displayName: string;
  /** URL of an icon. */
  readonly icon: string | null;
  /** Subdomains of the organizations that may use the provider; null if all may. */
  readonly organizations: readonly string[] | null;
  readonly admissions: readonly AdmissionRule[];
  /** Whether the provider checks a second factor itself, so that this server need not. */
  readonly doesSecondFactor: boolean;
  /** Properties of accounts that are updated at each login. */
  readonly refreshes: readonly RefreshableField[];
  /** Whether users can log out at the provider through this server. */
  readonly supportsLogout: boolean;
  /**
   * Returns the URL at which a browser logs out at the provider; null if there is none.
   * @throws ProviderProblem
   */
  logoutUrl(realmUrl: string): Promise<string | null>;
}

/** An external site at which users log in. */
export interface IdentityProvider extends LoginProvider {
  readonly kind: "oidc" | "saml";
  /**
   * Returns the redirect that starts a login at the provider.
   * @throws ProviderProblem
   */
  startLogin(realmUrl: string, state: string): Promise<AuthorizationRedirect>;
  /**
   * Verifies the callback and returns the user's identity.
   * @throws ProviderProblem
   */
  completeLogin(back: ProviderCallback): Promise<AuthenticatedIdentity>;
}

/**
 * Thrown if a login with a provider fails. The kind says why: the provider does not respond, the user did not log in
 * there, or the response cannot be trusted.
 */
export class ProviderProblem extends Error {
  readonly kind: "unavailable" | "denied" | "untrusted";

  constructor(kind: ProviderProblem["kind"], options?: ErrorOptions) {
    super(`login with an identity provider failed: ${kind}`, options);
    this.kind = kind;
  }
}
