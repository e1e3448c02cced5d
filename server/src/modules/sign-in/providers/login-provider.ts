import type { ExternalMethodName } from "#modules/organizations/core/authentication-methods.ts";
import type { Identity } from "../core/identities/identity.ts";
import type { AdmissionRule, RefreshableField } from "../core/identities/common-provider-settings.ts";

/** Where a browser is sent, and what has to be known when it comes back. */
export interface AuthorizationRedirect {
  readonly url: string;
  readonly kept: Readonly<Record<string, string>>;
}

/** An identity, and the message that tells it, which must not be told twice. */
export interface AuthenticatedIdentity {
  readonly identity: Identity;
  /** Null: the protocol sees to it that the message cannot come twice. */
  readonly assertionId: string | null;
}

/** What a browser brings back. */
export interface ProviderCallback {
  /** The organization's own address. */
  readonly realmUrl: string;
  /** The query string, or the form, that the provider sends with the browser. */
  readonly response: string;
  readonly state: string;
  /** Of the departure; null: there was none, and the provider began. */
  readonly kept: Readonly<Record<string, string>> | null;
}

/** Who says of people who they are. */
export interface LoginProvider {
  /** As it stands in addresses. */
  readonly kind: "oidc" | "saml" | "proxy";
  readonly name: string;
  /** As it stands in the identities of those whom it knows. */
  readonly issuer: string;
  /** The method, as organizations turn it on and off. */
  readonly method: ExternalMethodName;
  readonly displayName: string;
  /** The address of a picture. */
  readonly icon: string | null;
  /** Subdomains of the organizations that use it; null: all. */
  readonly organizations: readonly string[] | null;
  readonly admissions: readonly AdmissionRule[];
  /** Whether it asks people for a second factor itself, so that this server need not. */
  readonly doesSecondFactor: boolean;
  /** What of those who sign in is taken over each time. */
  readonly refreshes: readonly RefreshableField[];
  /** Whether people can sign out there from here. */
  readonly supportsLogout: boolean;
  /**
   * The address at which a browser signs out there; null: there is none.
   * @throws ProviderProblem
   */
  logoutUrl(realmUrl: string): Promise<string | null>;
}

/** A place outside at which people sign in. */
export interface IdentityProvider extends LoginProvider {
  readonly kind: "oidc" | "saml";
  /** @throws ProviderProblem */
  startLogin(realmUrl: string, state: string): Promise<AuthorizationRedirect>;
  /** @throws ProviderProblem */
  completeLogin(back: ProviderCallback): Promise<AuthenticatedIdentity>;
}

/**
 * Why a login with a provider came to nothing: it does not answer, the person did not sign in there, or what it says cannot be
 * trusted.
 */
export class ProviderProblem extends Error {
  readonly kind: "unavailable" | "denied" | "untrusted";

  constructor(kind: ProviderProblem["kind"], options?: ErrorOptions) {
    super(`login with an identity provider failed: ${kind}`, options);
    this.kind = kind;
  }
}
