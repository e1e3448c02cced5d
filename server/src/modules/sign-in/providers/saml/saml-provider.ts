import { randomBytes } from "node:crypto";
import { ParserPool } from "@parlance/kernel/untrusted-parsing/parser-pool.ts";
import { ParsingFailure } from "@parlance/kernel/untrusted-parsing/parsing-failure.ts";
import { createSamlClient, samlIssuer } from "./saml-client.ts";
import type { SamlResponse, SamlValidationResult } from "./saml-response.ts";
import {
  type AuthenticatedIdentity,
  type AuthorizationRedirect,
  type IdentityProvider,
  ProviderProblem,
  type ProviderCallback,
} from "../login-provider.ts";
import type { SamlProviderSettings } from "./saml-settings.ts";

/** Child processes that validate responses. They are separate because the response may come from an attacker. */
const validators = new ParserPool<SamlResponse, SamlValidationResult>({
  name: "SAML validator",
  file: new URL("./saml-response-parser.ts", import.meta.url),
  maxProcesses: 2,
  maxHeapMiB: 96,
  maxMemoryMiB: 256,
});

/**
 * A provider that uses SAML 2.0. Assertions must be signed, be addressed to the organization, and respond to a request
 * of this server unless the settings allow logins that the provider starts.
 */
export class SamlProvider implements IdentityProvider {
  readonly kind = "saml";
  readonly method = "SAML";
  readonly name: string;
  readonly issuer: string;
  readonly displayName: string;
  readonly icon: string | null;
  readonly organizations: readonly string[] | null;
  readonly admissions: IdentityProvider["admissions"];
  readonly doesSecondFactor: boolean;
  readonly refreshes: IdentityProvider["refreshes"];
  readonly supportsLogout = false;
  readonly #settings: SamlProviderSettings;

  constructor(settings: SamlProviderSettings) {
    this.#settings = settings;
    this.name = settings.name;
    this.issuer = samlIssuer(settings);
    this.displayName = settings.display_name;
    this.icon = settings.display_icon ?? null;
    this.organizations = settings.organizations ?? null;
    this.admissions = settings.admits;
    this.doesSecondFactor = settings.does_second_factor;
    this.refreshes = settings.refreshes ?? [];
  }

  async startLogin(realmUrl: string, state: string): Promise<AuthorizationRedirect> {
    const requestId = `_${randomBytes(20).toString("hex")}`;
    const saml = await createSamlClient(this.#settings, realmUrl, requestId);
    const url = await saml.getAuthorizeUrlAsync(state, undefined, {});
    return { url, providerState: { requestId } };
  }

  async completeLogin({ realmUrl, response, providerState }: ProviderCallback): Promise<AuthenticatedIdentity> {
    if (providerState === null && !this.#settings.allows_unsolicited) throw new ProviderProblem("untrusted");
    const requestId = providerState?.["requestId"] ?? null;
    const verdict = await validate({ settings: this.#settings, realmUrl, response, requestId });
    if (verdict.kind === "valid") return verdict;
    throw new ProviderProblem(verdict.kind, { cause: new Error(verdict.reason) });
  }

  async logoutUrl(): Promise<null> {
    return null;
  }

  /**
   * Returns an organization's SAML metadata, with which the provider's administrator registers the organization at the
   * provider.
   */
  async metadata(realmUrl: string): Promise<string> {
    const saml = await createSamlClient(this.#settings, realmUrl, null);
    const { decryption, signing } = this.#settings;
    return saml.generateServiceProviderMetadata(decryption?.certificate ?? null, signing?.certificate ?? null);
  }
}

async function validate(response: SamlResponse): Promise<SamlValidationResult> {
  try {
    return await validators.parse(response.realmUrl, response);
  } catch (error) {
    if (!(error instanceof ParsingFailure)) throw error;
    throw new ProviderProblem(error.isCausedByInput ? "untrusted" : "unavailable", { cause: error });
  }
}
