import { z } from "zod";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import type { Visit } from "../http/page.ts";

/**
 * Returns and deletes the data of a login that this browser started; null if there is none, if it has expired, or if it
 * was already completed.
 */
export async function consumePendingLogin({ services, realm, browser, now }: Visit, token: string) {
  const step = { kind: "departed", realmId: realm.id, token, browser, now } as const;
  const data = await services.db.write((tx) => consumeLoginStep(tx, step));
  return data === null ? null : PendingLogin.parse(data);
}

/** Data of a login that was started at a provider. */
export const PendingLogin = z.object({
  provider: z.string(),
  kept: z.record(z.string(), z.string()),
  next: z.string().nullable(),
  linkKey: z.string().nullable(),
});

/** The page or invitation that the login is for. */
export type LoginTarget = Pick<z.infer<typeof PendingLogin>, "next" | "linkKey">;
