import { number, plural } from "./grammar.ts";

/** The ways in that the organization offers. */
export const signIn = {
  title: "Ways to sign in",
  more: "What is off is not offered where people sign in. At least one way beside passkeys stays on.",
  ways: {
    Email: { name: "Password", about: "With an e-mail address and a password that is kept here" },
    Passkey: { name: "Passkey", about: "With a device or a security key, and no password" },
    LDAP: { name: "Directory password", about: "With the name and the password of your directory (LDAP)" },
    "OpenID Connect": { name: "OpenID Connect", about: "With an account that people have elsewhere" },
    SAML: { name: "SAML", about: "With an account that people have elsewhere" },
    RemoteUser: { name: "Proxy", about: "The proxy in front of the server says who somebody is" },
    JWT: { name: "Signed tokens", about: "A site of your own says who somebody is" },
  } as Readonly<Record<string, { readonly name: string; readonly about: string }>>,
  on: "On",
  off: "Off",
  unavailable: "This server does not have it.",
  turnOff: "Turn off",
  turnOffTitle: (name: string) => `Turn off: ${name}?`,
  turnOffMore:
    "Who came in that way is signed out, perhaps you too, and comes back by another one. API keys stay good, on phones too.",
  providers: "Providers",
  providersMore: "Where people can have the account by which they sign in. The server's operators set them up.",
  noProviders: "There are none.",
  keys: "API keys",
  keysMore:
    "Whoever has no way to sign in any more still has an API key, with which phones and programs go on. Renewing makes these keys worthless.",
  renew: "Renew keys",
  renewed: (count: number) =>
    count === 0
      ? "Everybody has a way to sign in. No key was renewed."
      : plural(count, "1 person's key is renewed.", `The keys of ${number(count)} people are renewed.`),
};
