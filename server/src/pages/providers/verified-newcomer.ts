import { z } from "zod";
import { findLoginStep } from "#modules/sign-in/core/login-steps.ts";
import { JWT_PROVIDER_NAME } from "#modules/sign-in/providers/jwt/jwt-login.ts";
import { signersForOrganization, JWT_METHOD } from "#modules/sign-in/providers/jwt/jwt-token.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import type { Visit } from "../http/page.ts";
import { enabledLoginProviders } from "./login-providers.ts";

/** How long somebody whom a provider vouches for may take to join, in seconds. */
export const SIGN_UP_SECONDS = 3600;

const Data = z.object({
  identity: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  fullName: z.string(),
  /** Where there is a picture of them. */
  picture: z.string().nullable().default(null),
  email: z.string(),
  next: z.string().nullable(),
  kind: z.string(),
  provider: z.string(),
});

/** Somebody who joins with an identity, and needs no password for that. */
export interface VerifiedNewcomer extends z.infer<typeof Data> {
  /** Name of the site that vouches for them. */
  readonly through: string;
  /** The way by which they come in, as `authentication_methods` names it. */
  readonly method: string;
}

/** Who joins in this browser with the key of the page's address; null: nobody whom a provider vouches for. */
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
