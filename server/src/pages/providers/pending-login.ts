import { z } from "zod";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import type { Visit } from "../http/page.ts";

/** What this browser left with; null if it did not, long ago, or has come back before. */
export async function consumePendingLogin({ services, realm, browser, now }: Visit, token: string) {
  const step = { kind: "departed", realmId: realm.id, token, browser, now } as const;
  const data = await services.db.write((tx) => consumeLoginStep(tx, step));
  return data === null ? null : PendingLogin.parse(data);
}

/** What is kept of somebody who has left for a provider. */
export const PendingLogin = z.object({
  provider: z.string(),
  kept: z.record(z.string(), z.string()),
  next: z.string().nullable(),
  linkKey: z.string().nullable(),
});

/** What they wanted. */
export type LoginTarget = Pick<z.infer<typeof PendingLogin>, "next" | "linkKey">;
