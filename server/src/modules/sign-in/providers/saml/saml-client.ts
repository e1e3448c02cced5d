import type { SamlConfig } from "@node-saml/node-saml";
import { callbackPath, metadataPath } from "../provider-paths.ts";
import type { SamlProviderSettings } from "./saml-settings.ts";

const CLOCK_SKEW_MS = 30_000;
/** Maximum age of an assertion, in milliseconds. Used assertions are remembered for longer. */
const ASSERTION_AGE_MS = 600_000;
const REQUEST_AGE_MS = 900_000;

/** Returns the issuer of a provider's identities. */
export const samlIssuer = ({ entity_id }: SamlProviderSettings): string => `saml ${entity_id}`;

/**
 * Configures the SAML library for one organization and one provider. `requestId` is the id of the request to create, or
 * of the request to which a response belongs; null if there is none.
 */
export async function createSamlClient(settings: SamlProviderSettings, realmUrl: string, requestId: string | null) {
  const { SAML, ValidateInResponseTo: Answers } = await import("@node-saml/node-saml");
  const { entity_id, sign_on_url, certificates, decryption, signing } = settings;
  const named = { kind: "saml", name: settings.name } as const;
  const config: SamlConfig = {
    issuer: realmUrl + metadataPath(named),
    audience: realmUrl + metadataPath(named),
    callbackUrl: realmUrl + callbackPath(named),
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
    cacheProvider: singleRequestCache(requestId),
  };
  return new SAML(config);
}

/** Creates a cache with only one request id, so that only responses to this request are accepted. */
const singleRequestCache = (requestId: string | null) => ({
  saveAsync: async () => null,
  getAsync: async (key: string) => (key === requestId ? new Date().toISOString() : null),
  removeAsync: async () => null,
});
