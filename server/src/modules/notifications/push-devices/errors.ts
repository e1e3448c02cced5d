import { defineError } from "@parlance/kernel/base/errors.ts";

export const PushServiceNotConfigured = defineError({
  code: "PUSH_SERVICE_NOT_CONFIGURED",
  text: "Server is not configured to use push notification service.",
});
export const InvalidPushPublicKey = defineError({ text: "Invalid `push_public_key`" });
export const InvalidTokenLength = defineError({ text: "Empty or invalid length token" });
export const InvalidApnsToken = defineError({ text: "Invalid APNS token" });
export const NoSuchToken = defineError({ text: "Token does not exist" });
export const TooManyDevices = defineError({ text: "You have registered too many devices." });

export const NoActivePushDevice = defineError({
  code: "NO_ACTIVE_PUSH_DEVICE",
  text: "No active registered push device",
});
export const InvalidPushDeviceToken = defineError({ code: "INVALID_PUSH_DEVICE_TOKEN", text: "Device not recognized" });
export const InvalidRemotePushDeviceToken = defineError({
  code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
  text: "Device not recognized by the push bouncer",
});
export const AdminActionRequired = defineError({
  code: "ADMIN_ACTION_REQUIRED",
  status: 403,
  text: "Push notification configuration issue on server, contact the server administrator or retry later.",
});
export const FailedToConnectBouncer = defineError({
  code: "FAILED_TO_CONNECT_BOUNCER",
  status: 502,
  text: "Network error while connecting to push notification service.",
});
export const InternalServerErrorOnBouncer = defineError({
  code: "INTERNAL_SERVER_ERROR_ON_BOUNCER",
  status: 502,
  text: "Internal server error on push notification service, retry later.",
});

/** Errors for failed requests to the relay. */
export const relayErrors = [AdminActionRequired, FailedToConnectBouncer, InternalServerErrorOnBouncer] as const;
