import { metadataPath } from "#modules/sign-in/providers/provider-paths.ts";
import { SamlProvider } from "#modules/sign-in/providers/saml/saml-provider.ts";
import type { Route } from "../../http/page-types.ts";
import { findProvider } from "../start-provider-login.ts";
import { noSuchProviderPage } from "../provider-error-pages.ts";

/** SAML metadata of this server for an organization, which the identity provider reads. */
export const samlMetadata: Route = {
  path: metadataPath({ kind: "saml", name: ":name" }),
  async get(visit) {
    const provider = findProvider(visit, "saml");
    if (!(provider instanceof SamlProvider)) return noSuchProviderPage();
    return { contentType: "application/samlmetadata+xml", text: await provider.metadata(visit.realm.url) };
  },
};
