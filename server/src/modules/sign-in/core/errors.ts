import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

const unauthorized = (text: string) => defineError({ code: "UNAUTHORIZED", status: 401, text });
export const MalformedApiKey = unauthorized("Malformed API key");
export const InvalidApiKey = unauthorized("Invalid API key");
export const OrganizationIsDeactivated = unauthorized("This organization has been deactivated");
export const AccountIsDeactivated = unauthorized("Account is deactivated");
export const WrongOrganization = unauthorized("Account is not associated with this subdomain");
export const NotForIncomingWebhooks = unauthorized("This API is not available to incoming webhook bots.");

const login = (code: string, text: string) => defineError({ code, status: 401, text });
export const AuthenticationFailed = login("AUTHENTICATION_FAILED", "Your username or password is incorrect");
export const UserDeactivated = login("USER_DEACTIVATED", "Account is deactivated");
export const RealmDeactivated = login("REALM_DEACTIVATED", "This organization has been deactivated");
export const PasswordAuthDisabled = login(
  "PASSWORD_AUTH_DISABLED",
  "Password authentication is disabled in this organization",
);
export const PasswordIsIncorrect = defineError({ text: "Password is incorrect." });
export const NoSuchSession = defineError({ text: "Invalid session ID" });
export const ApiKeyHasExpired = unauthorized("This API key has expired");
export const KeyOutOfScope = defineError({
  code: "KEY_OUT_OF_SCOPE",
  status: 403,
  text: ({ reason }) => `This API key cannot be used for this: ${reason}`,
  fields: z.object({ reason: z.string() }),
});

/**
 * Errors that any request may get from authentication. Endpoints do not list them, because authentication happens
 * before an endpoint is called.
 */
export const authenticationErrors = [
  MalformedApiKey,
  InvalidApiKey,
  OrganizationIsDeactivated,
  AccountIsDeactivated,
  WrongOrganization,
  NotForIncomingWebhooks,
  ApiKeyHasExpired,
  KeyOutOfScope,
] as const;

export const NoSuchKey = defineError({ text: "Invalid API key ID" });
export const ExpiryInPast = defineError({ text: "The expiry time must be in the future." });
export const TooManyKeys = defineError({
  text: ({ limit }: { limit: number }) => `An account can have at most ${limit} scoped API keys.`,
});
export const TwoFactorRequired = defineError({
  code: "TWO_FACTOR_REQUIRED",
  status: 401,
  text: "This account uses two-factor authentication: log in with a browser to get its API key",
});
export const TwoFactorIsOn = defineError({ text: "An authenticator app is already set up." });
export const TwoFactorIsOff = defineError({ text: "No authenticator app is set up." });
export const WrongCode = defineError({ text: "The code is incorrect or has already been used." });
export const FreshSignInRequired = defineError({
  code: "FRESH_SIGN_IN_REQUIRED",
  status: 403,
  text: "Enter your password, or log in again: this requires a login within the last 15 minutes.",
});
export const PasskeysNeedHttps = defineError({
  code: "PASSKEYS_NEED_HTTPS",
  text:
    "Passkeys require an https: address with a host name instead of an IP address. Server operators can set one with " +
    "PARLANCE_EXTERNAL_URL.",
});
export const InvalidPasskey = defineError({
  text: "The browser did not send a passkey that this organization can use.",
});
export const PasskeyChallengeExpired = defineError({
  text: "This browser did not request the passkey, or the request has expired. Start again.",
});
export const PasskeyAlreadyRegistered = defineError({ text: "This passkey is already registered." });
export const NoSuchPasskey = defineError({ text: "Invalid passkey ID" });
export const TooManyPasskeys = defineError({
  text: ({ limit }: { limit: number }) => `An account can have at most ${limit} passkeys.`,
});
export const UnknownOperation = defineError({
  text: ({ operation }: { operation: string }) => `Unknown operation ${operation}.`,
});
export const DevelopmentServersOnly = defineError({
  text: "This operation is only available on development servers.",
});

export const IdentityInUse = defineError({ text: "This identity belongs to another account." });

export const WebTokensDisabled = defineError({ text: "JWT authentication is not enabled for this organization" });
export const InvalidWebToken = defineError({ text: "Bad JSON web token" });
export const NoEmailInWebToken = defineError({ text: "No email specified in JSON web token claims" });
