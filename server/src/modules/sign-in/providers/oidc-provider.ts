import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from "openid-client";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";
import { ResponseTooLarge, readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { callbackPath } from "./provider-paths.ts";
import { claimText, claimTexts, MAX_SUBJECT_LENGTH } from "./provider-claims.ts";
import type { Identity } from "../core/identities/identity.ts";
import {
  type AuthenticatedIdentity,
  type AuthorizationRedirect,
  type IdentityProvider,
  ProviderProblem,
  type ProviderCallback,
} from "./login-provider.ts";
import type { OidcProviderSettings } from "./provider-settings.ts";

/** Time for which a provider's metadata is cached, in milliseconds. */
const DISCOVERY_CACHE_MS = 3_600_000;
/** Default timeout for requests to a provider, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;
/** Maximum size of a response, in bytes. A token with very many groups has a few hundred kilobytes. */
const MAX_RESPONSE_BYTES = 2 ** 20;

type Claims = Readonly<IDToken & Partial<UserInfoResponse>>;

/** A provider that uses OpenID Connect: authorization codes with PKCE, state, nonce, and signed ID tokens. */
export class OidcProvider implements IdentityProvider {
  readonly kind = "oidc";
  readonly method = "OpenID Connect";
  readonly name: string;
  readonly issuer: string;
  readonly displayName: string;
  readonly icon: string | null;
  readonly organizations: readonly string[] | null;
  readonly admissions: IdentityProvider["admissions"];
  readonly doesSecondFactor: boolean;
  readonly refreshes: IdentityProvider["refreshes"];
  readonly supportsLogout: boolean;
  readonly #settings: OidcProviderSettings;
  #discovered: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  constructor(settings: OidcProviderSettings) {
    this.#settings = settings;
    this.name = settings.name;
    this.issuer = `${this.kind} ${settings.issuer}`;
    this.displayName = settings.display_name;
    this.icon = settings.display_icon ?? null;
    this.organizations = settings.organizations ?? null;
    this.admissions = settings.admits;
    this.doesSecondFactor = settings.does_second_factor;
    this.refreshes = settings.refreshes ?? [];
    this.supportsLogout = settings.ends_logins === true;
  }

  async startLogin(realmUrl: string, state: string): Promise<AuthorizationRedirect> {
    const client = await import("openid-client");
    const configuration = await this.#configuration();
    const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: realmUrl + callbackPath(this),
      scope: this.#settings.scopes.join(" "),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, providerState: { verifier, nonce } };
  }

  async completeLogin({ realmUrl, response, state, providerState }: ProviderCallback): Promise<AuthenticatedIdentity> {
    if (providerState === null) throw new ProviderProblem("untrusted");
    const { verifier = "", nonce = "" } = providerState;
    const client = await import("openid-client");
    const configuration = await this.#configuration();
    try {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${realmUrl}${callbackPath(this)}?${response}`),
        { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
      );
      const claims = tokens.claims();
      if (!claims) throw new ProviderProblem("untrusted");
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const userinfo =
        this.#isSufficient(claims) || !hasMore
          ? claims
          : { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
      return { identity: this.#identity(userinfo), assertionId: null };
    } catch (error) {
      const problem = toProviderProblem(error);
      // The provider may have signed with a new key, so the keys are fetched again at the next login.
      if (problem.kind === "untrusted") this.#discovered = undefined;
      throw problem;
    }
  }

  async logoutUrl(realmUrl: string): Promise<string | null> {
    const client = await import("openid-client");
    const configuration = await this.#configuration();
    if (!this.supportsLogout || configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${realmUrl}/login` }).href;
  }

  /**
   * Returns the provider's metadata, from a cache or the provider. A failure is not cached, so the next login tries
   * again.
   */
  #configuration(): Promise<Configuration> {
    if (this.#discovered && this.#discovered.until > performance.now()) return this.#discovered.configuration;
    const configuration = this.#discover();
    this.#discovered = { configuration, until: performance.now() + DISCOVERY_CACHE_MS };
    configuration.catch(() => (this.#discovered = undefined));
    return configuration;
  }

  async #discover(): Promise<Configuration> {
    const client = await import("openid-client");
    const { issuer, client_id: id, client_secret: secret, client_authentication: way } = this.#settings;
    const authentication =
      secret === null
        ? client.None()
        : way === "post"
          ? client.ClientSecretPost(secret)
          : client.ClientSecretBasic(secret);
    const isUnencrypted = issuer.startsWith("http:");
    try {
      return await client.discovery(
        new URL(issuer),
        id,
        { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        authentication,
        {
          timeout: this.#settings.patience_seconds ?? DEFAULT_TIMEOUT_SECONDS,
          [client.customFetch]: fetchBounded,
          // Signatures are verified even though the tokens come directly from the provider.
          execute: [client.enableNonRepudiationChecks, ...(isUnencrypted ? [client.allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw new ProviderProblem("unavailable", { cause: error });
    }
  }

  #isSufficient(claims: Claims): boolean {
    const { groups_claim: groups } = this.#settings;
    return claims["email"] !== undefined && (groups === undefined || claims[groups] !== undefined);
  }

  #identity(claims: Claims): Identity {
    const { groups_claim: groups, trusts_addresses: trusts } = this.#settings;
    const { email, email_verified: isVerified, name, picture } = claims;
    const subject = claimText(claims.sub, MAX_SUBJECT_LENGTH);
    if (!subject) throw new ProviderProblem("untrusted", { cause: new Error("the subject cannot be stored") });
    return {
      issuer: this.issuer,
      subject,
      email: claimText(email),
      isVerified: trusts || isVerified === true,
      fullName: claimText(name) ?? "",
      groups: claimTexts(groups === undefined ? [] : claims[groups]),
      picture: claimText(picture),
    };
  }
}

/**
 * Fetches a whole response with a size limit. Otherwise the library would read a response of any size, even after the
 * timeout.
 */
const fetchBounded: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const body = await readResponseBody(answer, MAX_RESPONSE_BYTES);
  const { status, headers } = answer;
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
};

function toProviderProblem(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error;
  const code = systemErrorCode(error);
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return new ProviderProblem("denied", { cause: error });
  const isAway = code === "OAUTH_TIMEOUT" || isFetchFailure(error) || isTooLarge(error) || isServerError(error);
  return new ProviderProblem(isAway ? "unavailable" : "untrusted", { cause: error });
}

/** Returns true if a request failed or its response was cut off. */
const isFetchFailure = (error: unknown): boolean =>
  error instanceof TypeError && ["fetch failed", "terminated"].includes(error.message);

/** Returns true if a response exceeded the size limit. The library wraps our error in its own. */
const isTooLarge = (error: unknown): boolean => error instanceof Error && error.cause instanceof ResponseTooLarge;

const isServerError = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Response && error.cause.status >= 500;
