import { defineError } from "../base/errors.ts";

const badImage = (text: string) => defineError({ code: "BAD_IMAGE", text });

export const NotAnImage = badImage("Could not decode image; did you upload an image file?");
export const ImageTooLarge = badImage("Image size exceeds limit.");

/** What may be wrong with a picture that somebody sent. */
export const imageErrors = [NotAnImage, ImageTooLarge] as const;
