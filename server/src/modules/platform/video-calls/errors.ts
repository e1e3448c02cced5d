import { defineError } from "@parlance/kernel/base/errors.ts";

export const NotConfigured = defineError({ text: "BigBlueButton is not configured." });
export const InvalidMeeting = defineError({ text: "Invalid signature." });
export const CannotConnect = defineError({ text: "Error connecting to the BigBlueButton server." });
export const CannotAuthenticate = defineError({ text: "Error authenticating to the BigBlueButton server." });
export const UnexpectedResponse = defineError({ text: "BigBlueButton server returned an unexpected error." });
