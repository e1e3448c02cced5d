import { z } from "zod";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import type { Visit } from "../http/page-types.ts";

/**
 * Returns and deletes the data of a login that this browser started; null if there is no such login, or if it has
 * expired or was already completed.
 */
export async function consumePendingLogin({ services, realm, browser, now }: Visit, token: string) {
  const step = { kind: "departed", realmId: realm.id, token, browser, now } as const;
  const data = await services.db.write((tx) => consumeLoginStep(tx, step));
  return data === null ? null : PendingLogin.parse(data);
}

/** Data of a login at a provider that was started and is not completed yet. */
export const PendingLogin = z.object({
  provider: z.string(),
  kept: z.record(z.string(), z.string()),
  next: z.string().nullable(),
  linkKey: z.string().nullable(),
});

/** Target of a login: the requested page, and the key of the reusable invitation link, each null if there is none. */
export type LoginTarget = Pick<z.infer<typeof PendingLogin>, "next" | "linkKey">;
