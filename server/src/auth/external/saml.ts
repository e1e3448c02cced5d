import { randomBytes } from "node:crypto";
import type { Profile, SamlConfig } from "@node-saml/node-saml";
import { callbackPath, metadataPath } from "./addresses.ts";
import { claimText, claimTexts, MAX_SUBJECT_LENGTH } from "./claims.ts";
import { bearerOf, destinationOf } from "./saml-assertion.ts";
import { refuseOddDocument } from "./saml-document.ts";
import type { Identity } from "./identity.ts";
import {
  type Arrival,
  type Departure,
  type IdentityProvider,
  ProviderProblem,
  type Return,
} from "./identity-provider.ts";
import type { SamlProviderSettings } from "./saml-settings.ts";

const CLOCK_SKEW_MS = 30_000;
/** An assertion that was made longer ago counts for nothing; used ones are remembered for longer. */
const ASSERTION_AGE_MS = 600_000;
const REQUEST_AGE_MS = 900_000;

/** A provider that speaks SAML 2.0. Its assertions are signed, meant for one organization, and answer a request of ours. */
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
  readonly endsLogins = false;
  readonly #settings: SamlProviderSettings;

  constructor(settings: SamlProviderSettings) {
    this.#settings = settings;
    this.name = settings.name;
    this.issuer = `${this.kind} ${settings.entity_id}`;
    this.displayName = settings.display_name;
    this.icon = settings.display_icon ?? null;
    this.organizations = settings.organizations ?? null;
    this.admissions = settings.admits;
    this.doesSecondFactor = settings.does_second_factor;
    this.refreshes = settings.refreshes ?? [];
  }

  async depart(realmUrl: string, state: string): Promise<Departure> {
    const requestId = `_${randomBytes(20).toString("hex")}`;
    const saml = await this.#speaker(realmUrl, requestId);
    const url = await saml.getAuthorizeUrlAsync(state, undefined, {});
    return { url, kept: { requestId } };
  }

  async arrive({ realmUrl, answer, kept }: Return): Promise<Arrival> {
    if (kept === null && !this.#settings.allows_unsolicited) throw new ProviderProblem("untrusted");
    const requestId = kept?.["requestId"] ?? null;
    const callback = realmUrl + callbackPath(this);
    try {
      const response = Buffer.from(answer, "base64").toString();
      refuseOddDocument(response);
      const destination = destinationOf(response);
      if (destination !== null && destination !== callback) throw new Error("the response is for another address");
      const saml = await this.#speaker(realmUrl, requestId);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
      if (!profile) throw new Error("the response has no assertion");
      const { id } = bearerOf(profile, { issuer: this.#settings.entity_id, callback, requestId });
      return { identity: this.#identity(profile), assertionId: id };
    } catch (error) {
      const isDenied = error instanceof Error && error.message.startsWith("SAML provider returned");
      throw new ProviderProblem(isDenied ? "denied" : "untrusted", { cause: error });
    }
  }

  async signOutAddress(): Promise<null> {
    return null;
  }

  /** What the provider's administrators tell it of an organization. */
  async metadata(realmUrl: string): Promise<string> {
    const saml = await this.#speaker(realmUrl, null);
    const { decryption, signing } = this.#settings;
    return saml.generateServiceProviderMetadata(decryption?.certificate ?? null, signing?.certificate ?? null);
  }

  async #speaker(realmUrl: string, requestId: string | null) {
    const { SAML, ValidateInResponseTo: Answers } = await import("@node-saml/node-saml");
    const { entity_id, sign_on_url, certificates, decryption, signing } = this.#settings;
    const config: SamlConfig = {
      issuer: realmUrl + metadataPath(this),
      audience: realmUrl + metadataPath(this),
      callbackUrl: realmUrl + callbackPath(this),
      entryPoint: sign_on_url,
      idpIssuer: entity_id,
      idpCert: [...certificates],
      ...(decryption ? { decryptionPvk: decryption.key } : {}),
      ...(signing ? { privateKey: signing.key } : {}),
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      signatureAlgorithm: "sha256",
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      maxAssertionAgeMs: ASSERTION_AGE_MS,
      requestIdExpirationPeriodMs: REQUEST_AGE_MS,
      validateInResponseTo: requestId === null ? Answers.never : Answers.always,
      ...(requestId === null ? {} : { generateUniqueId: () => requestId }),
      cacheProvider: onlyRequest(requestId),
    };
    return new SAML(config);
  }

  #identity(profile: Profile): Identity {
    const { attributes, trusts_addresses: isVerified } = this.#settings;
    const told = (profile["attributes"] ?? {}) as Readonly<Record<string, unknown>>;
    const valuesOf = (name: string | undefined) => (name === undefined ? [] : [told[name]].flat());
    const email = attributes.email === undefined ? emailNameOf(profile) : valuesOf(attributes.email)[0];
    const named = attributes.subject === undefined ? lastingNameOf(profile) : valuesOf(attributes.subject)[0];
    const subject = claimText(named, MAX_SUBJECT_LENGTH);
    if (!subject) throw new Error("the assertion has no name that lasts and can be stored");
    return {
      issuer: this.issuer,
      subject,
      email: claimText(email),
      isVerified,
      fullName: claimText(valuesOf(attributes.full_name)[0]) ?? "",
      groups: claimTexts(valuesOf(attributes.groups)),
    };
  }
}

/** Knows the one request that may be answered. */
const onlyRequest = (requestId: string | null) => ({
  saveAsync: async () => null,
  getAsync: async (key: string) => (key === requestId ? new Date().toISOString() : null),
  removeAsync: async () => null,
});

const lastingNameOf = ({ nameID, nameIDFormat }: Profile): string | undefined =>
  nameIDFormat?.endsWith(":transient") ? undefined : nameID;

const emailNameOf = ({ nameID, nameIDFormat }: Profile): string | undefined =>
  nameIDFormat?.endsWith(":emailAddress") ? nameID : undefined;
