import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

/** The id and key in a request do not belong to a registered server. */
export const InvalidServiceOrg = defineError({
  code: "INVALID_SERVICE_ORG",
  status: 401,
  text: "Push notifications service: this server is not registered, or its key does not match.",
  headers: () => ({ "www-authenticate": 'Basic realm="push relay"' }),
});
export const MissingRemoteRealm = defineError({
  code: "MISSING_REMOTE_REALM",
  status: 403,
  text: "Organization not registered",
});
export const RealmOfOtherServer = defineError({
  code: "DUPLICATE_REMOTE_REALM",
  text: "An organization of this name is registered by another server",
});
export const HostnameInUse = defineError({
  code: "HOSTNAME_ALREADY_IN_USE",
  text: ({ hostname }) => `A server with the hostname ${hostname} already exists`,
  fields: z.object({ hostname: z.string() }),
});
export const NoMailHost = defineError({ text: "The domain of contact_email does not accept email" });
export const InvalidBouncerPublicKey = defineError({
  code: "INVALID_BOUNCER_PUBLIC_KEY",
  text: "Invalid bouncer_public_key",
});
export const InvalidEncryptedPushRegistration = defineError({
  code: "INVALID_ENCRYPTED_PUSH_REGISTRATION",
  text: "Invalid encrypted_push_registration",
});
export const RequestExpired = defineError({ code: "REQUEST_EXPIRED", text: "Request expired" });
export const InvalidRemotePushDeviceToken = defineError({
  code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
  text: "Device not recognized by the push bouncer",
});
export const NoSuchToken = defineError({ text: "Token does not exist" });
/**
 * The relay is not configured for phones of this type, or their push service does not respond, is too busy or rejects
 * the relay's key.
 */
export const PushServiceUnavailable = defineError({
  code: "PUSH_SERVICE_UNAVAILABLE",
  status: 502,
  text: "The push service of these phones is not available right now, try again later",
  headers: () => ({ "retry-after": "30" }),
});
export const TooManyRealms = defineError({ text: "This server has registered too many organizations" });
/**
 * The server has the maximum number of phones. Not permanent: phones expire, and the relay's operator may raise the
 * limit.
 */
export const TooManyDevices = defineError({ status: 403, text: "This server has registered too many phones" });
export const InvalidArgument = defineError({
  text: ({ var_name }: { var_name: string }) => `Invalid ${var_name}`,
});
