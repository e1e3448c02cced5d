import type { Profile } from "@node-saml/node-saml";
import { callbackPath } from "../provider-paths.ts";
import { claimText, claimTexts, MAX_SUBJECT_LENGTH } from "../provider-claims.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import { bearerOf, destinationOf } from "#modules/sign-in/providers/saml/saml-assertion.ts";
import { createSaml, samlIssuer } from "./saml-client.ts";
import { refuseOddDocument } from "#modules/sign-in/providers/saml/saml-document.ts";
import type { SamlProviderSettings } from "./saml-settings.ts";

/** A response as a browser brings it, and what it has to fit. */
export interface SamlResponse {
  readonly settings: SamlProviderSettings;
  readonly realmUrl: string;
  /** In base64. Its signature is verified on the same bytes. */
  readonly answer: string;
  /** Id of the request that it answers; null: it is unsolicited. */
  readonly requestId: string | null;
}

/** What a valid response says, or why it is not trusted. */
export type SamlVerdict =
  | { readonly kind: "valid"; readonly identity: Identity; readonly assertionId: string }
  | { readonly kind: "denied" | "untrusted"; readonly reason: string };

/** Validates a response completely, with its signatures. */
export async function validateResponse(response: SamlResponse): Promise<SamlVerdict> {
  try {
    return await validate(response);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: reason.startsWith("SAML provider returned") ? "denied" : "untrusted", reason };
  }
}

async function validate({ settings, realmUrl, answer, requestId }: SamlResponse): Promise<SamlVerdict> {
  const callback = realmUrl + callbackPath({ kind: "saml", name: settings.name });
  const response = Buffer.from(answer, "base64").toString();
  refuseOddDocument(response);
  const destination = destinationOf(response);
  if (destination !== null && destination !== callback) throw new Error("the response is for another address");
  const saml = await createSaml(settings, realmUrl, requestId);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
  if (!profile) throw new Error("the response has no assertion");
  const { id } = bearerOf(profile, { issuer: settings.entity_id, callback, requestId });
  return { kind: "valid", identity: identityOf(profile, settings), assertionId: id };
}

function identityOf(profile: Profile, settings: SamlProviderSettings): Identity {
  const { attributes, trusts_addresses: isVerified } = settings;
  const told = (profile["attributes"] ?? {}) as Readonly<Record<string, unknown>>;
  const valuesOf = (name: string | undefined) => (name === undefined ? [] : [told[name]].flat());
  const email = attributes.email === undefined ? emailNameOf(profile) : valuesOf(attributes.email)[0];
  const named = attributes.subject === undefined ? lastingNameOf(profile) : valuesOf(attributes.subject)[0];
  const subject = claimText(named, MAX_SUBJECT_LENGTH);
  if (!subject) throw new Error("the assertion has no permanent identifier that can be stored");
  return {
    issuer: samlIssuer(settings),
    subject,
    email: claimText(email),
    isVerified,
    fullName: claimText(valuesOf(attributes.full_name)[0]) ?? "",
    groups: claimTexts(valuesOf(attributes.groups)),
  };
}

const lastingNameOf = ({ nameID, nameIDFormat }: Profile): string | undefined =>
  nameIDFormat?.endsWith(":transient") ? undefined : nameID;

const emailNameOf = ({ nameID, nameIDFormat }: Profile): string | undefined =>
  nameIDFormat?.endsWith(":emailAddress") ? nameID : undefined;
