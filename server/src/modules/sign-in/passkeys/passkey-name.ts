import { text } from "@parlance/kernel/http/params.ts";

const MAX_NAME = 100;

/** What somebody calls a passkey. */
export const passkeyName = () => text({ max: MAX_NAME }).trim().min(1);
