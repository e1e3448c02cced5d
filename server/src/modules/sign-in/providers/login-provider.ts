import type { ExternalMethodName } from "#modules/organizations/core/authentication-methods.ts";
import type { Identity } from "../core/identities/identity.ts";
import type { AdmissionRule, RefreshableField } from "../core/identities/common-provider-settings.ts";

/** URL to which a browser is redirected, and the data needed when it comes back. */
export interface AuthorizationRedirect {
  readonly url: string;
  readonly kept: Readonly<Record<string, string>>;
}

/** An identity, and the id of the message that contains it, which must not be accepted twice. */
export interface AuthenticatedIdentity {
  readonly identity: Identity;
  /** Null: the protocol ensures that the message cannot be used twice. */
  readonly assertionId: string | null;
}

/** Data of the request with which a browser comes back from a provider. */
export interface ProviderCallback {
  /** The organization's own URL. */
  readonly realmUrl: string;
  /** Query string or form that the provider sends with the browser. */
  readonly response: string;
  readonly state: string;
  /** Data from the start of the login; null: the login was started by the provider. */
  readonly kept: Readonly<Record<string, string>> | null;
}

/** An external service that authenticates users. */
export interface LoginProvider {
  /** Kind as it appears in URLs. */
  readonly kind: "oidc" | "saml" | "proxy";
  readonly name: string;
  /** Issuer as it is stored in the identities of its users. */
  readonly issuer: string;
  /** Login method that organizations turn on and off. */
  readonly method: ExternalMethodName;
  readonly displayName: string;
  /** URL of an icon. */
  readonly icon: string | null;
  /** Subdomains of the organizations that use the provider; null: all. */
  readonly organizations: readonly string[] | null;
  readonly admissions: readonly AdmissionRule[];
  /** Whether the provider itself requires a second factor, so that this server need not. */
  readonly doesSecondFactor: boolean;
  /** Fields of users that are updated at each login. */
  readonly refreshes: readonly RefreshableField[];
  /** Whether users can log out at the provider from this server. */
  readonly supportsLogout: boolean;
  /**
   * Returns the URL at which a browser logs out at the provider; null: none.
   * @throws ProviderProblem
   */
  logoutUrl(realmUrl: string): Promise<string | null>;
}

/** An external site at which users log in. */
export interface IdentityProvider extends LoginProvider {
  readonly kind: "oidc" | "saml";
  /**
   * Returns the redirect with which a login starts.
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
 * Reason why a login with a provider failed: it does not respond, the user did not log in there, or its response cannot
 * be trusted.
 */
export class ProviderProblem extends Error {
  readonly kind: "unavailable" | "denied" | "untrusted";

  constructor(kind: ProviderProblem["kind"], options?: ErrorOptions) {
    super(`login with an identity provider failed: ${kind}`, options);
    this.kind = kind;
  }
}
