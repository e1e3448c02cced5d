import { z } from "zod";
import { fail, type Finding, ok } from "./finding.ts";
import { readJson, sendRequest } from "./outgoing-request.ts";

const CHECK = "push relay";
const ADVICE =
  "Check PARLANCE_PUSH_RELAY_URL, and that this machine can connect to it. Push notifications wait until it does.";

/** A relay's response to a server that is not registered with it. */
const rejectionSchema = z.looseObject({ result: z.literal("error"), code: z.string() });

/** Checks whether there is a push relay at the URL, without sending it any data. */
export async function checkPushRelay(relayUrl: string): Promise<Finding> {
  try {
    const response = await sendRequest(`${relayUrl}api/v1/remotes/server/analytics`, { method: "POST" });
    const { success } = rejectionSchema.safeParse(await readJson(response));
    if (success && response.status === 401) return ok(CHECK, `${relayUrl} answers`);
    return fail(CHECK, `${relayUrl} is not a push relay (status ${response.status})`, ADVICE);
  } catch {
    return fail(CHECK, `${relayUrl} cannot be reached`, ADVICE);
  }
}
