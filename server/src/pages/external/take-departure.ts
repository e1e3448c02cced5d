import { takeStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import type { Visit } from "../http/page.ts";
import { Departed } from "../providers/pending-login.ts";

/** What this browser left with; null if it did not, long ago, or has come back before. */
export async function takeDeparture({ services, realm, browser, now }: Visit, token: string) {
  const step = { kind: "departed", realmId: realm.id, token, browser, now } as const;
  const data = await services.db.write((tx) => takeStep(tx, step));
  return data === null ? null : Departed.parse(data);
}
