import { z } from "zod";
import { findLoginStep } from "#modules/sign-in/core/login-steps.ts";
import { JWT_PROVIDER_NAME } from "#modules/sign-in/providers/jwt/jwt-login.ts";
import { signersForOrganization, JWT_METHOD } from "#modules/sign-in/providers/jwt/jwt-token.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import type { Visit } from "../http/page-types.ts";
import { enabledLoginProviders } from "./login-providers.ts";

/** Time in which a user whom a provider has verified has to complete joining, in seconds. */
export const SIGN_UP_SECONDS = 3600;

const Data = z.object({
  identity: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  fullName: z.string(),
  /** URL of the user's picture at the provider. */
  picture: z.string().nullable().default(null),
  email: z.string(),
  next: z.string().nullable(),
  kind: z.string(),
  provider: z.string(),
});

/** A user who joins with an identity or email address that a provider has asserted, and therefore needs no password. */
export interface VerifiedNewcomer extends z.infer<typeof Data> {
  /** Display name of the provider. */
  readonly through: string;
  /** Login method, as named in `authentication_methods`. */
  readonly method: string;
}

/**
 * Finds the new user who is joining in this browser, by the key in the page's URL; null if no provider has verified
 * such a user.
 */
export async function findVerifiedNewcomer(visit: Visit): Promise<VerifiedNewcomer | null> {
  const { services, realm, browser, now } = visit;
  const step = { kind: "joining", realmId: realm.id, token: linkKeyParam(visit), browser, now } as const;
  const found = Data.safeParse(await findLoginStep(services.db.reader, step));
  if (!found.success) return null;
  const { kind, provider } = found.data;
  if (kind === "jwt")
    return isJwtEnabled(visit) ? { ...found.data, through: JWT_PROVIDER_NAME, method: JWT_METHOD } : null;
  const through = enabledLoginProviders(visit).find((one) => one.kind === kind && one.name === provider);
  return through ? { ...found.data, through: through.displayName, method: through.method } : null;
}

const isJwtEnabled = ({ services, realm }: Visit): boolean =>
  isLoginMethodEnabled(realm.settings.authentication_methods, JWT_METHOD) &&
  signersForOrganization(services.signers, realm).length > 0;
