import { defineError } from "#kernel/errors.ts";

/** Before logging in, a wrong address is a wrong parameter like any other. */
export const UnknownSubdomain = defineError({ text: "Invalid subdomain" });
export const SubdomainRequired = defineError({ text: "Subdomain required" });

export const InvalidOrganizationName = defineError({ text: "Organization name must have 1 to 40 characters." });
export const MalformedSubdomain = defineError({
  text: "A subdomain has 3 to 40 lower-case letters, digits and hyphens, and no hyphen at either end.",
});
export const SubdomainTaken = defineError({ text: "Subdomain is already in use." });
