import { number, plural } from "./grammar.ts";

/** Texts of the organization settings for login methods. */
export const signIn = {
  more: "Methods that are off don't appear on the login page. At least one method other than passkeys has to be on.",
  ways: {
    Email: { name: "Password", about: "Email address and password, stored on this server" },
    Passkey: { name: "Passkey", about: "A device or a security key instead of a password" },
    LDAP: { name: "LDAP", about: "Username and password from the organization's LDAP directory" },
    "OpenID Connect": { name: "OpenID Connect", about: "Single sign-on with an identity provider" },
    SAML: { name: "SAML", about: "Single sign-on with an identity provider" },
    RemoteUser: { name: "Proxy", about: "A proxy in front of the server authenticates users" },
    JWT: { name: "JSON Web Token", about: "Your own site authenticates users with signed tokens" },
  } as Readonly<Record<string, { readonly name: string; readonly about: string }>>,
  on: "On",
  off: "Off",
  unavailable: "Not available on this server.",
  turnOff: "Turn off",
  turnOffTitle: (name: string) => `Turn off ${name} login?`,
  turnOffMore:
    "Users who logged in with this method, possibly including you, are logged out and have to use another method. API keys keep working, also on phones.",
  providers: "Identity providers",
  providersMore: "Single sign-on providers. The server's operators configure them.",
  noProviders: "No identity providers are configured.",
  keys: "API keys of users who can't log in",
  keysMore:
    "Users who can no longer log in still have an API key, which their phones and programs can keep using. Regenerate these keys to revoke that access.",
  renew: "Regenerate these API keys",
  renewed: (count: number) =>
    count === 0
      ? "All users have a login method. No API keys were regenerated."
      : plural(count, "Regenerated the API key of 1 user.", `Regenerated the API keys of ${number(count)} users.`),
};
