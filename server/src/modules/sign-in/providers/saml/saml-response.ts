import type { Profile } from "@node-saml/node-saml";
import { callbackPath } from "../provider-paths.ts";
import { claimText, claimTexts, MAX_SUBJECT_LENGTH } from "../provider-claims.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import { createSamlClient, samlIssuer } from "./saml-client.ts";
import type { SamlProviderSettings } from "./saml-settings.ts";
import { z } from "zod";
import { Parser } from "htmlparser2";

/** Maximum nesting depth of a response. This and the other limits are far higher than real responses need. */
const MAX_DEPTH = 40;
const MAX_ELEMENTS = 2000;
const MAX_ATTRIBUTES = 30;

/**
 * Throws if a response is malformed, has a document type or too many parts, or is too deeply nested. Called before any
 * work whose time grows with the nesting.
 * @throws Error
 */
function assertSimpleDocument(xml: string): void {
  // Document type declarations are not needed, and are used to attack parsers.
  if (/<!DOCTYPE/i.test(xml)) throw new Error("the response has a document type");
  let [depth, elements] = [0, 0];
  const parser = new Parser(
    {
      onopentag(_name, attributes) {
        if (++depth > MAX_DEPTH || ++elements > MAX_ELEMENTS || Object.keys(attributes).length > MAX_ATTRIBUTES) {
          throw new Error("the response is nested too deeply, or has too many parts");
        }
      },
      onclosetag(_name, isImplied) {
        depth -= 1;
        if (isImplied && !isSelfClosing(xml, parser.endIndex)) throw new Error("the response has an unclosed element");
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(xml);
  const closing = xml.split("</").length - 1;
  if (elements === 0 || closing > elements) throw new Error("the response has mismatched elements");
}

const isSelfClosing = (xml: string, end: number): boolean => xml.slice(end - 1, end + 1) === "/>";

const Confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: z
    .tuple([
      z.object({
        $: z.object({ Recipient: z.string(), NotOnOrAfter: z.string(), InResponseTo: z.string().optional() }),
      }),
    ])
    .optional(),
});

const Assertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1) }),
    Issuer: z.tuple([z.object({ _: z.string() })]),
    Subject: z.tuple([z.object({ SubjectConfirmation: z.array(Confirmation) })]),
  }),
});

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

interface ExpectedAssertion {
  readonly issuer: string;
  readonly callback: string;
  /** Id of the request to which the response must belong; null if no request was sent. */
  readonly requestId: string | null;
}

/**
 * Verifies that an assertion comes from the provider, is addressed to this URL, and responds to this request. Only
 * signed content is used.
 * @returns the assertion's id, with which a repeated assertion is recognized
 * @throws Error
 */
function validateAssertion(
  profile: Profile,
  { issuer, callback, requestId }: ExpectedAssertion,
): { readonly id: string } {
  const { Assertion: assertion } = Assertion.parse(profile.getAssertion?.());
  if (assertion.Issuer[0]._ !== issuer) throw new Error("the assertion is from another provider");
  const isForUs = assertion.Subject[0].SubjectConfirmation.some(({ $, SubjectConfirmationData: data }) => {
    const about = data?.[0].$;
    return $.Method === BEARER && about?.Recipient === callback && (about.InResponseTo ?? null) === requestId;
  });
  if (!isForUs) throw new Error("the assertion is for another address or another request");
  return { id: assertion.$.ID };
}

/** Returns the URL in a response's `Destination` attribute; null if there is none. */
const parseDestination = (response: string): string | null =>
  /<(?:[\w.-]+:)?Response\b[^>]*?\sDestination=["']([^"']*)["']/.exec(response)?.[1] ?? null;

/** A response that a browser submitted, and the values that it must match. */
export interface SamlResponse {
  readonly settings: SamlProviderSettings;
  readonly realmUrl: string;
  /** The response in base64, in exactly the bytes over which the signature is verified. */
  readonly response: string;
  /** Id of the request to which the response must belong; null if the provider started the login. */
  readonly requestId: string | null;
}

/** The identity in a valid response, or the reason why the response is rejected. */
export type SamlValidationResult =
  | { readonly kind: "valid"; readonly identity: Identity; readonly assertionId: string }
  | { readonly kind: "denied" | "untrusted"; readonly reason: string };

/** Validates a response completely, including its signatures. */
export async function validateResponse(response: SamlResponse): Promise<SamlValidationResult> {
  try {
    return await validate(response);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: reason.startsWith("SAML provider returned") ? "denied" : "untrusted", reason };
  }
}

async function validate({
  settings,
  realmUrl,
  response: answer,
  requestId,
}: SamlResponse): Promise<SamlValidationResult> {
  const callback = realmUrl + callbackPath({ kind: "saml", name: settings.name });
  const response = Buffer.from(answer, "base64").toString();
  assertSimpleDocument(response);
  const destination = parseDestination(response);
  if (destination !== null && destination !== callback) throw new Error("the response is for another address");
  const saml = await createSamlClient(settings, realmUrl, requestId);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
  if (!profile) throw new Error("the response has no assertion");
  const { id } = validateAssertion(profile, { issuer: settings.entity_id, callback, requestId });
  return { kind: "valid", identity: parseIdentity(profile, settings), assertionId: id };
}

function parseIdentity(profile: Profile, settings: SamlProviderSettings): Identity {
  const { attributes, trusts_addresses: isVerified } = settings;
  const profileAttributes = (profile["attributes"] ?? {}) as Readonly<Record<string, unknown>>;
  const valuesOf = (name: string | undefined) => (name === undefined ? [] : [profileAttributes[name]].flat());
  const email = attributes.email === undefined ? emailNameId(profile) : valuesOf(attributes.email)[0];
  const named = attributes.subject === undefined ? persistentNameId(profile) : valuesOf(attributes.subject)[0];
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

const persistentNameId = ({ nameID, nameIDFormat }: Profile): string | undefined =>
  nameIDFormat?.endsWith(":transient") ? undefined : nameID;

const emailNameId = ({ nameID, nameIDFormat }: Profile): string | undefined =>
  nameIDFormat?.endsWith(":emailAddress") ? nameID : undefined;
