import { hash } from "node:crypto";
import { identiconAddress } from "#modules/1-ground/users/avatars.ts";

/** The pictures of an organization that uploaded none: D and G say that the server made them up. */
export function defaultPictures({ url }: { url: string }) {
  const digest = hash("md5", url);
  return {
    icon_source: "G",
    icon_url: identiconAddress(digest),
    logo_source: "D",
    logo_url: "/static/logo.svg",
    night_logo_source: "D",
    night_logo_url: "/static/logo-night.svg",
  };
}
