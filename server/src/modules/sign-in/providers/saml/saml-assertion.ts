import type { Profile } from "@node-saml/node-saml";
import { z } from "zod";

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

interface Expected {
  readonly issuer: string;
  readonly callback: string;
  /** Null: nobody asked. */
  readonly requestId: string | null;
}

/**
 * Makes sure, by what is signed, that an assertion is the provider's, was made for this address, and answers this request.
 * @returns the assertion's name, by which it is known when it comes again
 * @throws Error
 */
export function bearerOf(profile: Profile, { issuer, callback, requestId }: Expected): { readonly id: string } {
  const { Assertion: assertion } = Assertion.parse(profile.getAssertion?.());
  if (assertion.Issuer[0]._ !== issuer) throw new Error("the assertion is from another provider");
  const isForUs = assertion.Subject[0].SubjectConfirmation.some(({ $, SubjectConfirmationData: data }) => {
    const about = data?.[0].$;
    return $.Method === BEARER && about?.Recipient === callback && (about.InResponseTo ?? null) === requestId;
  });
  if (!isForUs) throw new Error("the assertion is for another address or another request");
  return { id: assertion.$.ID };
}

/** The address that a response says it is for; null where it says none. */
export const destinationOf = (response: string): string | null =>
  /<(?:[\w.-]+:)?Response\b[^>]*?\sDestination=["']([^"']*)["']/.exec(response)?.[1] ?? null;
