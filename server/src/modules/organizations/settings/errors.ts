import { defineError } from "@parlance/kernel/base/errors.ts";

/** Before a login, an unknown subdomain is reported as an invalid parameter. */
export const UnknownSubdomain = defineError({ text: "Invalid subdomain" });
export const SubdomainRequired = defineError({ text: "Subdomain required" });

export const InvalidOrganizationName = defineError({
  text: "Organization name must have 1 to 40 characters, all on one line.",
});
export const MalformedSubdomain = defineError({
  text: "A subdomain must have 3 to 40 lower-case letters, digits and hyphens, and cannot start or end with a hyphen.",
});
export const SubdomainInUse = defineError({ text: "Subdomain is already in use." });

export const BlankOrganizationName = defineError({ text: "name cannot be blank" });
export const NoAuthenticationMethod = defineError({ text: "At least one authentication method must be enabled." });
export const UnavailableAuthenticationMethod = defineError({
  text: ({ method }: { method: string }) => `This server does not support the authentication method ${method}.`,
});
export const InvalidVideoChatProvider = defineError({
  text: ({ id }: { id: number }) => `Invalid video_chat_provider ${id}`,
});
export const PublicModerationChannel = defineError({ text: "Moderation request channel must be private." });

export const InvalidDomain = defineError({
  text: "Invalid domain: it must have at least two labels, such as example.com.",
});
export const DomainInUse = defineError({
  text: ({ domain }: { domain: string }) => `The domain ${domain} is already a part of your organization.`,
});
export const NoSuchDomain = defineError({
  text: ({ domain }: { domain: string }) => `No entry found for domain ${domain}.`,
});

export const OrganizationIsActive = defineError({ text: "Organization is active" });
