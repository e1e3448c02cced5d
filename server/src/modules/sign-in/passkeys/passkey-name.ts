import { text } from "@parlance/kernel/http/params.ts";

const MAX_NAME = 100;

/** Schema of a passkey's name. */
export const passkeyName = () => text({ max: MAX_NAME }).trim().min(1);
